import type { ModelRules } from "../../graph/library-rules.ts";

/** Models of Eloquent, and facades of Laravel. */
export const models: ModelRules = {
  bases: /(?:^|\\)(?:Model|Authenticatable|Pivot|MorphPivot|Eloquent)$/,
  ofOne:
    /^(?:find(?:OrFail|OrNew|Sole)?|first(?:OrFail|OrNew|OrCreate|Where)?|last|sole|updateOrCreate|create(?:Quietly|One)?|forceCreate|make(?:One)?)$/,
  ofMany:
    /^(?:where\w*|or[wW]here\w*|with\w*|has|whereHas|doesntHave|orderBy\w*|reorder|latest|oldest|limit|skip|offset|distinct|query|newQuery|get|all|paginate|simplePaginate|cursorPaginate|cursor|lazy|factory|state|filter|reject|sortBy\w*|values|unique|each|load|shuffle|reverse)$/,
  ofItself: /^(?:fresh|refresh|load|loadMissing)$/,
  relation:
    /^this\.(?:(hasMany|belongsToMany|hasManyThrough|morphMany|morphToMany|morphedByMany)|hasOne|belongsTo|hasOneThrough|morphOne)\(/,
  scope: "scope",
  facade: "getFacadeAccessor",
};
