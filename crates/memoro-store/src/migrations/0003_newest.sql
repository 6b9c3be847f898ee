-- The newest current memories of a scope and shape, without looking at any other.
CREATE INDEX memories_newest ON memories (scope_kind, scope_id, shape, updated_at, kind) WHERE status = 'active';
