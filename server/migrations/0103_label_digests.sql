-- What a label said when its box was packed or verified, as keyed digests of its parts: a box whose label says something else since isn't verified any more.

alter table order_fill
  drop column label_changed_at,
  -- Null: packed before this was kept, so it has to be verified anew before it leaves.
  add column label_digests jsonb;
