import { parseSettings } from "./settings.ts";
import { listenForQuizAnswers } from "#app/quiz/quiz-messages.ts";

const { marketingOrigin } = parseSettings(document.getElementById("settings")?.textContent);
listenForQuizAnswers(window, marketingOrigin);
