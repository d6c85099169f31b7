; Definitions
(struct_item name: (type_identifier) @name body: (_)? @body) @class
(enum_item name: (type_identifier) @name body: (_) @body) @class
(union_item name: (type_identifier) @name body: (_) @body) @class
(trait_item name: (type_identifier) @name body: (_) @body) @class
(type_item name: (type_identifier) @name type: (_) @alias) @class
(function_item name: (_) @name return_type: (_)? @returns body: (_) @body) @function
(function_signature_item name: (_) @name return_type: (_)? @returns) @function
(impl_item type: (_) @on.objects body: (declaration_list
  (function_item name: (_) @name return_type: (_)? @returns body: (_) @body) @function))
(mod_item name: (identifier) @name body: (_) @body) @namespace
(trait_item bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @base))
(impl_item trait: (_) @base type: (_) @base.of)
(attribute_item (attribute) @annotation)
(let_declaration pattern: (identifier) @name value: (closure_expression body: (_) @body) @arrow) @function
(impl_item) @scope
(closure_expression) @scope

; Calls
(call_expression function: (_) @callee)

; Names and their values
(parameter pattern: (identifier) @bind type: (_) @type)
(parameter pattern: (mut_pattern (identifier) @bind) type: (_) @type)
(parameter pattern: (reference_pattern (identifier) @bind) type: (_) @type)
(closure_parameters [(identifier) @bind (reference_pattern (identifier) @bind) (tuple_pattern (identifier) @bind)])
(let_declaration pattern: (identifier) @bind type: (_)? @type value: (_)? @value)
(let_declaration pattern: (identifier) @bind value: (block (_) @value .))
((let_condition pattern: (tuple_struct_pattern type: (identifier) @_holder . (identifier) @bind) value: (_) @value)
  (#any-of? @_holder "Some" "Ok"))
((let_declaration pattern: (tuple_struct_pattern type: (identifier) @_holder . (identifier) @bind) value: (_) @value)
  (#any-of? @_holder "Some" "Ok"))
((match_expression value: (_) @value body: (match_block (match_arm pattern: (match_pattern
  (tuple_struct_pattern type: (identifier) @_holder . (identifier) @bind)))))
  (#any-of? @_holder "Some" "Ok"))
(for_expression pattern: (identifier) @bind value: (_) @element)
(tuple_struct_pattern type: (_) (identifier) @bind)
(tuple_pattern (identifier) @bind)
(field_pattern name: (shorthand_field_identifier) @bind)
(field_pattern pattern: (identifier) @bind)
(captured_pattern . (identifier) @bind)
(field_declaration name: (field_identifier) @bind type: (_) @type)
(enum_item name: (type_identifier) @value body: (enum_variant_list (enum_variant name: (identifier) @bind)))
(struct_item body: (ordered_field_declaration_list . type: (_) @bind.first @type))
(struct_item body: (ordered_field_declaration_list . (visibility_modifier) . type: (_) @bind.first @type))
(let_declaration pattern: (tuple_pattern [(identifier) @bind @placed (mut_pattern (identifier) @bind) @placed]) value: (_) @value)
(for_expression pattern: (tuple_pattern (identifier) @bind @placed) value: (_) @element)
(parameter pattern: (tuple_pattern (identifier) @bind @placed) type: (_) @type.placed)
(struct_pattern type: (_) @value (field_pattern name: (shorthand_field_identifier) @bind @member))
(struct_pattern type: (_) @value (field_pattern name: (field_identifier) @member pattern: (identifier) @bind))
; `map` hands on what an Option holds, or each of an iterator's elements: which of both, the type will say.
((call_expression function: (field_expression value: (_) @value field: (field_identifier) @_hands)
    arguments: (arguments . (closure_expression parameters: (closure_parameters . (identifier) @bind))))
  (#any-of? @_hands "map" "and_then" "filter" "inspect" "is_some_and" "is_ok_and" "map_or" "map_or_else"))
((call_expression function: (field_expression value: (_) @element field: (field_identifier) @_hands)
    arguments: (arguments . (closure_expression parameters: (closure_parameters . (identifier) @bind))))
  (#any-of? @_hands "map" "for_each" "any" "all" "filter" "filter_map" "flat_map" "find" "find_map" "position" "take_while" "skip_while"))
((call_expression function: (field_expression value: (_) @element field: (field_identifier) @_hands)
    arguments: (arguments . (closure_expression parameters: (closure_parameters . (tuple_pattern (identifier) @bind @placed)))))
  (#any-of? @_hands "map" "for_each" "any" "all" "filter" "filter_map" "flat_map" "find" "find_map" "position" "take_while" "skip_while"))
(static_item name: (identifier) @bind type: (_) @type)
(const_item name: (identifier) @bind type: (_) @type)
(type_parameter name: (type_identifier) @bind bounds: (trait_bounds . [(type_identifier) (scoped_type_identifier) (generic_type)] @type))
(where_predicate left: (type_identifier) @bind bounds: (trait_bounds . [(type_identifier) (scoped_type_identifier) (generic_type)] @type))

; Imports
(mod_item name: (identifier) @import.module @import.as !body)
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
