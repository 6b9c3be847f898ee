-- What happened last is found without a look at every episode: by when it happened, not by when it was told.
CREATE INDEX memories_happened ON memories (scope_kind, scope_id, coalesce(occurred_at, created_at), id)
  WHERE status = 'active' AND shape = 'episode';
