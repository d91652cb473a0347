type Send = (url: string, init?: RequestInit) => Promise<Response>;

/** The part of `XMLHttpRequest` that uploads use, answered by `send`. */
export function uploadsBy(send: Send): typeof XMLHttpRequest {
  return class extends EventTarget {
    readonly upload = new EventTarget();
    readonly #headers = new Headers();
    #method = "POST";
    #url = "";
    #answer: Response | null = null;
    responseType = "";
    response: Blob | null = null;
    status = 0;

    open(method: string, url: string): void {
      this.#method = method;
      this.#url = url;
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }
    getResponseHeader(name: string): string | null {
      return this.#answer?.headers.get(name) ?? null;
    }
    abort(): void {
      this.dispatchEvent(new Event("abort"));
    }
    send(body: BodyInit): void {
      void send(this.#url, { method: this.#method, headers: this.#headers, body }).then(
        async (answer) => {
          this.#answer = answer;
          this.status = answer.status;
          this.response = await answer.blob();
          this.dispatchEvent(new Event("load"));
        },
        () => this.dispatchEvent(new Event("error")),
      );
    }
  } as unknown as typeof XMLHttpRequest;
}
