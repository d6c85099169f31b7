; Definitions
(struct_item name: (type_identifier) @name body: (_)? @body) @class
(enum_item name: (type_identifier) @name body: (_) @body) @class
(union_item name: (type_identifier) @name body: (_) @body) @class
(trait_item name: (type_identifier) @name body: (_) @body) @class
(type_item name: (type_identifier) @name type: (_) @alias) @class
(function_item name: (_) @name parameters: (_) @parameters return_type: (_)? @returns body: (_) @body) @function
(function_signature_item name: (_) @name parameters: (_) @parameters return_type: (_)? @returns) @function
(impl_item type: (_) @on.objects body: (declaration_list
  (function_item name: (_) @name parameters: (_) @parameters return_type: (_)? @returns body: (_) @body) @function))
(impl_item type: (_) @on.objects body: (declaration_list (const_item name: (_) @name type: (_) @returns) @object))
(impl_item body: (declaration_list (const_item name: (_) @property)))
(impl_item type: (_) @on.objects body: (declaration_list (type_item name: (_) @name type: (_) @alias) @class))
(mod_item name: (identifier) @name body: (_) @body) @namespace
(trait_item bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @base))
(impl_item trait: (_) @base type: (_) @base.derived)
(attribute_item (attribute) @annotation)
; `#[serde(default = "make", with = "dates")]`
((attribute_item (attribute (identifier) @_library arguments: (token_tree (string_literal) @passed.text)))
  (#eq? @_library "serde"))
(let_declaration pattern: (identifier) @name value: (closure_expression body: (_) @body) @arrow) @function
(let_declaration pattern: (identifier) value: (closure_expression body: [(call_expression) (identifier) (field_expression)] @return))
(let_declaration pattern: (identifier) value: (closure_expression body: (block (_) @return .)))
(impl_item) @scope
(closure_expression) @scope
; What a pattern binds is not known beside them.
(match_arm) @scope
(if_expression condition: [(let_condition) (let_chain)]) @scope
(while_expression condition: [(let_condition) (let_chain)]) @scope
(for_expression) @scope

; Calls
(call_expression function: (_) @callee arguments: (_) @arguments)
(struct_expression name: (_) @callee)
; Functions that are handed on, which have no capital where types and constants do: `.map(Foo::parse)`, `get(list_users)`, `Handler { run: save }`, `thread::spawn(work)`.
([(arguments [(identifier) (scoped_identifier)] @passed)
  (arguments (reference_expression value: [(identifier) (scoped_identifier)] @passed))
  (arguments (generic_function function: [(identifier) (scoped_identifier)] @passed))
  (field_initializer value: [(identifier) (scoped_identifier)] @passed)
  (array_expression [(identifier) (scoped_identifier)] @passed)
  (tuple_expression [(identifier) (scoped_identifier)] @passed)
  (let_declaration value: [(identifier) (scoped_identifier)] @passed)
  (static_item value: [(identifier) (scoped_identifier)] @passed)
  (const_item value: [(identifier) (scoped_identifier)] @passed)
  (assignment_expression right: [(identifier) (scoped_identifier)] @passed)
  (return_expression [(identifier) (scoped_identifier)] @passed)
  (match_arm value: [(identifier) (scoped_identifier)] @passed)
  (type_cast_expression value: [(identifier) (scoped_identifier)] @passed)] (#match? @passed "\\b[a-z_]\\w*$"))

; Names and their values
(parameter pattern: (identifier) @bind type: (_) @type)
(parameter pattern: (mut_pattern (identifier) @bind) type: (_) @type)
(parameter pattern: (reference_pattern (identifier) @bind) type: (_) @type)
(closure_parameters [(identifier) @bind (reference_pattern (identifier) @bind) (mut_pattern (identifier) @bind) (tuple_pattern (identifier) @bind)])
(let_declaration pattern: [(identifier) @bind (ref_pattern [(identifier) @bind (mut_pattern (identifier) @bind)])] type: (_)? @type value: (_)? @value)
(let_declaration pattern: (identifier) @bind value: (block (_) @value .))
(let_declaration pattern: (identifier) @bind value: (match_expression body: (match_block (match_arm value: (_) @value))))
(let_declaration pattern: (identifier) @bind value: (if_expression consequence: (block (_) @value .)))
(let_declaration pattern: (identifier) @bind value: (if_expression alternative: (else_clause (block (_) @value .))))
(let_declaration pattern: (identifier) @bind value: (unsafe_block (block (_) @value .)))
(let_declaration pattern: (captured_pattern . (identifier) @bind) value: (_) @value)
(let_declaration pattern: [(slice_pattern (identifier) @bind) (reference_pattern (slice_pattern (identifier) @bind))] value: (_) @item)
(let_condition pattern: (slice_pattern (identifier) @bind) value: (_) @item)
(match_expression value: (_) @item body: (match_block (match_arm pattern: (match_pattern (slice_pattern (identifier) @bind)))))
((let_declaration pattern: (identifier) @bind value: (if_expression
    condition: (let_condition pattern: (tuple_struct_pattern type: (identifier) @_holder . [(identifier) (ref_pattern) (mut_pattern)]) value: (_) @value)
    consequence: (block . (identifier) .)))
  (#any-of? @_holder "Some" "Ok"))
; `let x = match y { Some(x) => x, None => return };`
((let_declaration pattern: (identifier) @bind value: (match_expression value: (_) @value body: (match_block (match_arm
    pattern: (match_pattern (tuple_struct_pattern type: (identifier) @_holder . [(identifier) (ref_pattern) (mut_pattern)])) value: (identifier)))))
  (#any-of? @_holder "Some" "Ok"))
; What `Some` and `Ok` hold is what the type around them stands for.
((let_condition pattern: (tuple_struct_pattern type: (identifier) @_holder
    . [(identifier) @bind (ref_pattern [(identifier) @bind (mut_pattern (identifier) @bind)]) (mut_pattern (identifier) @bind) (reference_pattern (identifier) @bind)
       (tuple_pattern (identifier) @bind @destructured)
       (tuple_struct_pattern type: (identifier) @_inner . (identifier) @bind)]) value: (_) @value)
  (#any-of? @_holder "Some" "Ok"))
((let_declaration pattern: (tuple_struct_pattern type: (identifier) @_holder
    . [(identifier) @bind (ref_pattern [(identifier) @bind (mut_pattern (identifier) @bind)]) (mut_pattern (identifier) @bind) (reference_pattern (identifier) @bind)
       (tuple_pattern (identifier) @bind @destructured)
       (tuple_struct_pattern type: (identifier) @_inner . (identifier) @bind)]) value: (_) @value)
  (#any-of? @_holder "Some" "Ok"))
((match_expression value: (_) @value body: (match_block (match_arm pattern: (match_pattern
  (tuple_struct_pattern type: (identifier) @_holder
    . [(identifier) @bind (ref_pattern [(identifier) @bind (mut_pattern (identifier) @bind)]) (mut_pattern (identifier) @bind) (reference_pattern (identifier) @bind)
       (tuple_pattern (identifier) @bind @destructured)
       (tuple_struct_pattern type: (identifier) @_inner . (identifier) @bind)])))))
  (#any-of? @_holder "Some" "Ok"))
(match_expression value: (_) @value body: (match_block (match_arm pattern: (match_pattern [
  (identifier) @bind (ref_pattern [(identifier) @bind (mut_pattern (identifier) @bind)]) (mut_pattern (identifier) @bind)]))))
(match_expression value: (_) @value body: (match_block (match_arm pattern: (match_pattern (tuple_pattern (identifier) @bind @destructured)))))
((match_expression value: (tuple_expression) @value body: (match_block (match_arm pattern: (match_pattern (tuple_pattern
    (tuple_struct_pattern type: (identifier) @_holder . [(identifier) @bind (ref_pattern [(identifier) @bind (mut_pattern (identifier) @bind)]) (mut_pattern (identifier) @bind)]) @destructured)))))
  (#any-of? @_holder "Some" "Ok"))
((let_condition pattern: (tuple_pattern
    (tuple_struct_pattern type: (identifier) @_holder . [(identifier) @bind (ref_pattern [(identifier) @bind (mut_pattern (identifier) @bind)]) (mut_pattern (identifier) @bind)]) @destructured) value: (tuple_expression) @value)
  (#any-of? @_holder "Some" "Ok"))
; An arm of `select!`.
(let_condition pattern: [(identifier) @bind (mut_pattern (identifier) @bind)] value: (_) @value)
(for_expression pattern: [(identifier) @bind (reference_pattern (identifier) @bind) (mut_pattern (identifier) @bind)] value: (_) @element)
; What `Err` holds the type of what was called says.
((match_expression value: (_) @value @error body: (match_block (match_arm pattern: (match_pattern (tuple_struct_pattern type: (identifier) @_holder
    . [(identifier) @bind (ref_pattern [(identifier) @bind (mut_pattern (identifier) @bind)]) (mut_pattern (identifier) @bind)])))))
  (#eq? @_holder "Err"))
((let_condition pattern: (tuple_struct_pattern type: (identifier) @_holder
    . [(identifier) @bind (ref_pattern [(identifier) @bind (mut_pattern (identifier) @bind)]) (mut_pattern (identifier) @bind)]) value: (_) @value @error)
  (#eq? @_holder "Err"))
((let_declaration pattern: (tuple_struct_pattern type: (identifier) @_holder
    . [(identifier) @bind (ref_pattern [(identifier) @bind (mut_pattern (identifier) @bind)]) (mut_pattern (identifier) @bind)]) value: (_) @value @error)
  (#eq? @_holder "Err"))
((call_expression function: (field_expression value: (_) @value @error field: (field_identifier) @_hands)
    arguments: (arguments (closure_expression parameters: (closure_parameters . [(identifier) @bind (mut_pattern (identifier) @bind)]))))
  (#any-of? @_hands "map_err" "unwrap_or_else" "or_else" "inspect_err" "is_err_and"))
; `Kind::Foo(a)`, `Wrapped(a)`: the types of what a variant or a struct holds say it.
(tuple_struct_pattern type: (_) @constructor
  [(identifier) @bind @destructured (ref_pattern [(identifier) @bind (mut_pattern (identifier) @bind)]) @destructured (mut_pattern (identifier) @bind) @destructured (reference_pattern (identifier) @bind) @destructured])
(tuple_pattern [(identifier) @bind (mut_pattern (identifier) @bind)])
(field_pattern name: (shorthand_field_identifier) @bind)
(field_pattern pattern: [(identifier) @bind (ref_pattern [(identifier) @bind (mut_pattern (identifier) @bind)]) (mut_pattern (identifier) @bind)])
(captured_pattern . (identifier) @bind)
(field_declaration name: (field_identifier) @bind type: (_) @type)
(enum_item name: (type_identifier) @value body: (enum_variant_list (enum_variant name: (identifier) @bind)))
(enum_variant name: (identifier) @variant body: (ordered_field_declaration_list type: (_) @bind.positional @type))
(struct_item body: (ordered_field_declaration_list type: (_) @bind.positional @type))
(let_declaration pattern: (tuple_pattern [(identifier) @bind @destructured (mut_pattern (identifier) @bind) @destructured]) value: (_) @value)
(for_expression pattern: (tuple_pattern [(identifier) @bind @destructured (mut_pattern (identifier) @bind) @destructured (reference_pattern (identifier) @bind) @destructured]) value: (_) @element)
(parameter pattern: (tuple_pattern (identifier) @bind @destructured) type: (_) @type.destructured)
(parameter pattern: (tuple_struct_pattern type: (_) @constructor [(identifier) @bind @destructured (ref_pattern (identifier) @bind) @destructured (mut_pattern (identifier) @bind) @destructured]) type: (generic_type) @type.destructured)
(struct_pattern type: (_) @value (field_pattern name: (shorthand_field_identifier) @bind @member))
(struct_pattern type: (_) @value (field_pattern name: (field_identifier) @member pattern: [(identifier) @bind (ref_pattern [(identifier) @bind (mut_pattern (identifier) @bind)]) (mut_pattern (identifier) @bind)]))
; `map` hands on what an Option holds, or each of an iterator's elements: which of both, the type will say.
((call_expression function: (field_expression value: (_) @value field: (field_identifier) @_hands)
    arguments: (arguments (closure_expression parameters: (closure_parameters . [(identifier) @bind (reference_pattern (identifier) @bind) (mut_pattern (identifier) @bind)]))))
  (#any-of? @_hands "map" "and_then" "filter" "inspect" "is_some_and" "is_none_or" "is_ok_and" "map_or" "map_or_else" "and_modify" "then"))
((call_expression function: (field_expression value: (_) @element field: (field_identifier) @_hands)
    arguments: (arguments (closure_expression parameters: (closure_parameters . [(identifier) @bind (reference_pattern (identifier) @bind) (mut_pattern (identifier) @bind)]))))
  (#any-of? @_hands "map" "for_each" "try_for_each" "any" "all" "filter" "filter_map" "flat_map" "find" "find_map" "position" "rposition" "take_while" "skip_while" "map_while"
    "inspect" "retain" "retain_mut" "partition" "max_by_key" "min_by_key" "sort_by_key" "sort_unstable_by_key" "sort_by_cached_key" "binary_search_by_key" "binary_search_by" "partition_point"
    "sort_by" "sort_unstable_by" "max_by" "min_by" "dedup_by" "dedup_by_key" "reduce"))
((call_expression function: (field_expression value: (_) @element field: (field_identifier) @_hands)
    arguments: (arguments (closure_expression parameters: (closure_parameters (_) . (identifier) @bind))))
  (#any-of? @_hands "fold" "try_fold" "sort_by" "sort_unstable_by" "max_by" "min_by" "dedup_by" "reduce" "scan"))
((call_expression function: (field_expression value: (_) @element field: (field_identifier) @_hands)
    arguments: (arguments (closure_expression parameters: (closure_parameters . [(tuple_pattern (identifier) @bind @destructured) (reference_pattern (tuple_pattern (identifier) @bind @destructured))]))))
  (#any-of? @_hands "map" "for_each" "any" "all" "filter" "filter_map" "flat_map" "find" "find_map" "position" "take_while" "skip_while"))
(static_item name: (identifier) @bind type: (_) @type)
(const_item name: (identifier) @bind type: (_) @type)
(type_parameter name: (type_identifier) @bind bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type) (function_type) (higher_ranked_trait_bound)] @type))
(associated_type name: (type_identifier) @bind bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type) (function_type) (higher_ranked_trait_bound)] @type))
(type_parameter name: (type_identifier) @bind)
(associated_type name: (type_identifier) @bind)
(where_predicate left: (type_identifier) @bind bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type) (function_type) (higher_ranked_trait_bound)] @type))

; Imports
(mod_item name: (identifier) @import.module @import.as @import.within !body)
(use_declaration argument: (identifier) @import.module @import.as)
(extern_crate_declaration name: (identifier) @import.module @import.as !alias)
(extern_crate_declaration name: (identifier) @import.module alias: (identifier) @import.as)
(use_declaration argument: (use_as_clause path: (identifier) @import.module alias: (identifier) @import.as))
(use_declaration argument: (scoped_identifier path: (_) @import.from name: (_) @import.name))
(use_as_clause path: (scoped_identifier path: (_) @import.from name: (_) @import.name) alias: (identifier) @import.as)
(scoped_use_list path: (_) @import.from list: (use_list (identifier) @import.name))
(scoped_use_list path: (_) @import.from list: (use_list
  (use_as_clause path: (identifier) @import.name alias: (identifier) @import.as)))
(scoped_use_list path: (_) @import.module list: (use_list (self) @import.self))
(use_list (scoped_identifier path: (_) @import.from name: (_) @import.name))
(use_wildcard (_) @import.from) @import.all
((scoped_use_list path: (_) @import.from list: (use_list (use_wildcard) @import.all))
  (#eq? @import.all "*"))
