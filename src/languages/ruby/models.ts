import type { ModelRules } from "../../graph/library-rules.ts";

/** Models of ActiveRecord. */
export const models: ModelRules = {
  bases: /^(?:::)?(?:ApplicationRecord|ActiveRecord\.Base)$/,
  ofOne:
    /^(?:find(?:_by|_or_create_by|_or_initialize_by|_sole_by)?|first(?:_or_create|_or_initialize)?|second|third|last|take|sole|create(?:_or_find_by)?|build)!?$/,
  ofMany:
    /^(?:where|rewhere|with|order|in_order_of|reorder|limit|offset|distinct|group|having|all|extending|includes|preload|eager_load|joins|left_joins|left_outer_joins|references|and|or|not|none|merge|unscope|unscoped|readonly|lock|select|filter|reject|each|find_each|in_batches|to_a|load|shuffle|reverse|reverse_order|excluding|without|missing|associated)!?$/,
  ofItself: /^reload$/,
  areOfClass: true,
};
