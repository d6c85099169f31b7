; What JavaScript, TypeScript and TSX have in common.

; Definitions
(class_declaration name: (_) @name body: (class_body) @body) @class
(variable_declarator name: (identifier) @name value: (class body: (class_body) @body)) @class
(function_declaration name: (identifier) @name body: (_) @body) @function
(generator_function_declaration name: (identifier) @name body: (_) @body) @function
(method_definition name: [(property_identifier) (private_property_identifier)] @name body: (_) @body) @function
(variable_declarator name: (identifier) @name
  value: [(arrow_function) @arrow @bodied (function_expression) @bodied (generator_function) @bodied]) @function
(variable_declarator name: (identifier) @name value: [
  (call_expression function: [(function_expression) @bodied @iife (parenthesized_expression [(arrow_function) @arrow @bodied @iife (function_expression) @bodied @iife])])
  (parenthesized_expression (call_expression function: (function_expression) @bodied @iife))
  (await_expression (call_expression function: (parenthesized_expression [(arrow_function) @arrow @bodied @iife (function_expression) @bodied @iife])))]) @function
; Functions that a call is given, of which the value has a name and is one, too: `const Card = memo((props) => ...)`. Wherever
; it stands where the call's name tells that; at the top of a file where it tells nothing else.
((variable_declarator name: (identifier) @name value: (call_expression
  function: [[(identifier) (member_expression object: (identifier))] @_wrapper
    (call_expression function: [(identifier) (member_expression object: (identifier))] @_wrapper)]
  arguments: (arguments [[(arrow_function) @arrow (function_expression) (generator_function)] @function @bodied
    (call_expression function: [(identifier) (member_expression object: (identifier))]
      arguments: (arguments [(arrow_function) @arrow (function_expression) (generator_function)] @function @bodied))])) @wrapped)
  (#match? @_wrapper "^(?:(?:\\p{Lu}[\\w$]*|_|lodash)\\.)?(?:memo|forwardRef|observer|lazy|dynamic|use[\\w$]*(?:Callback|Event|Fn|Handler)|debounce|throttle|memoize|once|cache|fn|fnUntraced)$"))
((program [
  (_ (variable_declarator name: (identifier) @name value: (call_expression
    function: [(identifier) @_wrapper (call_expression function: (identifier) @_wrapper)]
    arguments: (arguments [(arrow_function) @arrow (function_expression) (generator_function)] @function @bodied)) @wrapped))
  (export_statement (_ (variable_declarator name: (identifier) @name value: (call_expression
    function: [(identifier) @_wrapper (call_expression function: (identifier) @_wrapper)]
    arguments: (arguments [(arrow_function) @arrow (function_expression) (generator_function)] @function @bodied)) @wrapped)))])
  (#match? @_wrapper "^(?!(?:use|watch|on)(?:\\p{Lu}|$)|set(?:Timeout|Interval|Immediate)$|(?:pipe|effect|computed|subscribe|autorun|reaction|require)$)"))
((variable_declarator name: (identifier) @name value: (call_expression function: [(identifier) (member_expression object: (identifier))] @_wrapper
  arguments: (arguments . [(identifier) (member_expression)]) @function @body) @wrapped)
  (#match? @_wrapper "^(?:\\p{Lu}[\\w$]*\\.)?(?:memo|forwardRef|observer)$"))
(pair key: (property_identifier) @name
  value: [(arrow_function) @arrow @bodied (function_expression) @bodied]) @function
(assignment_expression left: (_ object: (_) @on property: (property_identifier) @name)
  right: [(arrow_function) @arrow @bodied (function_expression) @bodied]) @function
(assignment_expression left: (_ object: (_) @on property: (property_identifier) @name) right: [
  (call_expression function: [(function_expression) @bodied @iife (parenthesized_expression [(arrow_function) @arrow @bodied @iife (function_expression) @bodied @iife])])
  (parenthesized_expression (call_expression function: (function_expression) @bodied @iife))]) @function
; `var run = exports.run = () => {}` is a function with a name that is exported.
((variable_declarator name: (identifier) @name value: [
  (assignment_expression left: (_) @_left right: [(arrow_function) @arrow @bodied (function_expression) @bodied])
  (assignment_expression right: (assignment_expression left: (_) @_left right: [(arrow_function) @arrow @bodied (function_expression) @bodied]))]) @function
  (#match? @_left "^(?:module\\.)?exports(?:\\.[\\w$]+)?$") (#match? @name "^(?!exports$)"))
(export_statement value: [(arrow_function) @arrow @bodied (function_expression) @bodied]) @function
(export_statement value: (class body: (_) @body)) @class
(return_statement (function_expression name: (_) @name body: (_) @body) @function)
(return_statement (class name: (_) @name body: (_) @body) @class)
(return_statement (class !name body: (_) @body) @class)
(arrow_function body: (class !name body: (_) @body) @class)
(assignment_expression right: (class name: (_) @name body: (_) @body)) @class
(assignment_expression left: (_ property: (property_identifier) @name) right: (class !name body: (_) @body)) @class
(arguments (class name: (_) @name body: (_) @body @anonymous) @class)
(arguments (class !name body: (_) @body @anonymous) @class)
(variable_declarator name: (identifier) @name value: (object) @body) @object
(export_statement value: (object) @body) @object
; Components whose options are an object (Vue)
((variable_declarator name: (identifier) @name value: (call_expression function: [(identifier) (member_expression)] @_make
  arguments: (arguments . (object) @body))) @object (#match? @_make "^(?:define\\w*Component|Vue\\.extend)$"))
((export_statement value: (call_expression function: [(identifier) (member_expression)] @_make
  arguments: (arguments . (object) @body))) @object (#match? @_make "^(?:define\\w*Component|Vue\\.extend)$"))
((_ value: [(object (pair key: (property_identifier) @_mixins value: [(array (identifier) @base) (identifier) @base]))
  (call_expression arguments: (arguments . (object (pair key: (property_identifier) @_mixins value: [(array (identifier) @base) (identifier) @base]))))])
  (#any-of? @_mixins "mixins" "extends"))
(variable_declarator name: (identifier) value: (object (spread_element (_) @base)))
(export_statement value: (object (spread_element (_) @base)))
((call_expression function: [(identifier) @_inherit (member_expression property: (property_identifier) @_inherit)]
  arguments: (_ . [(identifier) (member_expression)] @base.derived . [(identifier) (member_expression)] @base))
  (#match? @_inherit "^_*(inherits?|inheritsLoose|extends)$"))
((assignment_expression left: (_ object: (identifier) @base.derived property: (property_identifier) @_prototype)
  right: [(call_expression arguments: (_ . (_ object: (_) @base property: (property_identifier) @_prototype)))
    (new_expression constructor: (_) @base)])
  (#eq? @_prototype "prototype"))
((call_expression function: (_) @_set arguments: (_ . (_ object: (identifier) @base.derived property: (property_identifier) @_prototype)
  . (_ object: (_) @base property: (property_identifier) @_prototype)))
  (#eq? @_set "Object.setPrototypeOf") (#eq? @_prototype "prototype"))
(method_definition "static" @classMember)
(method_definition "get" @property)
(method_definition "set" @setter)
(decorator . (_) @annotation)
(arrow_function) @scope
(function_expression) @scope.this
(generator_function) @scope.this
(class) @scope.this
(catch_clause) @scope

; Calls
(call_expression function: (subscript_expression) @callee)
(call_expression function: [(identifier) (member_expression) (super) (parenthesized_expression) (call_expression)] @callee)
(new_expression constructor: (_) @callee)
(decorator [(identifier) (member_expression)] @callee)
(return_statement (_) @return)
(return_statement [(function_expression) (arrow_function) (class)]) @return
(arrow_function body: [(function_expression) (arrow_function) (class)]) @return
(yield_expression (_)) @yield
(arrow_function body: [(call_expression) (new_expression) (identifier) (member_expression)] @return)

; Names and their values
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @bind @member) value: (_) @value)
(variable_declarator name: (object_pattern (pair_pattern key: (property_identifier) @member value: (identifier) @bind)) value: (_) @value)
(variable_declarator name: (object_pattern (object_assignment_pattern left: (_) @bind @member)) value: (_) @value)
(variable_declarator name: (object_pattern (pair_pattern key: (property_identifier) @member value: (assignment_pattern left: (identifier) @bind))) value: (_) @value)
(variable_declarator name: (array_pattern (rest_pattern (identifier) @bind)) value: (_) @rest)
(assignment_expression left: (object_pattern (shorthand_property_identifier_pattern) @bind @assigned @member) right: (_) @value)
(assignment_expression left: (array_pattern (identifier) @bind @assigned @destructured) right: (_) @value)
(variable_declarator name: (array_pattern (identifier) @bind @destructured) value: (_)? @value)
(assignment_expression left: [(identifier) (_ object: (this) property: (_))] @bind @assigned right: (_) @value)
(binary_expression left: [(identifier) (_ object: (this) property: (_))] @bind "instanceof" right: [(identifier) (member_expression)] @narrow)
((call_expression function: [(identifier) @_guard (member_expression property: (property_identifier) @_guard)] @guard
  arguments: (_ . [(identifier) (_ object: (this) property: (_))] @bind)) (#match? @_guard "^[$_]*(?:is|assert|ensure|has)\\p{Lu}"))
((call_expression function: (_ object: [(identifier) (_ object: (this) property: (_))] @bind property: (property_identifier) @_put)
  arguments: (_ . (_) @added .)) (#any-of? @_put "push" "unshift" "add"))
(for_in_statement left: (identifier) @bind "of" right: (_) @element)
(for_in_statement left: (array_pattern (identifier) @bind @destructured) "of" right: (_) @element)
(for_in_statement left: (identifier) @bind "in")
(catch_clause parameter: (identifier) @bind)
(arrow_function parameter: (identifier) @bind)
((call_expression function: (_ object: (_) @item property: (property_identifier) @_each)
  arguments: (_ . [(_ parameter: (identifier) @bind) (_ parameters: (_ . (identifier) @bind))]))
  (#any-of? @_each "forEach" "map" "filter" "find" "findIndex" "findLast" "some" "every" "flatMap"))
((call_expression function: (_ object: (_) @element property: (property_identifier) @_each)
  arguments: (_ . (_ parameters: (_ . (array_pattern (identifier) @bind @destructured)))))
  (#any-of? @_each "forEach" "map" "filter" "find" "findIndex" "findLast" "some" "every" "flatMap"))
((call_expression function: (_ object: (_) @value property: (property_identifier) @_then)
  arguments: (_ . [(_ parameter: (identifier) @bind) (_ parameters: (_ . (identifier) @bind))]))
  (#eq? @_then "then"))
(object_pattern (shorthand_property_identifier_pattern) @bind)
(object_assignment_pattern left: (_) @bind right: (_) @value)
(pair_pattern value: (identifier) @bind)
(rest_pattern (identifier) @bind)

; Imports
(import_statement (import_clause (identifier) @import.default) source: (_ (string_fragment) @import.from))
(import_statement (import_clause (namespace_import (identifier) @import.as))
  source: (_ (string_fragment) @import.module))
(import_statement (import_clause (named_imports (import_specifier name: (_) @import.name alias: (_)? @import.as)))
  source: (_ (string_fragment) @import.from))
(import_statement . source: (_ (string_fragment) @import.module))
(call_expression function: [(identifier) (import)] @_require arguments: [(_ . (string (string_fragment) @import.module) .) (_ . (comment) . (string (string_fragment) @import.module) .)]
  (#any-of? @_require "require" "import"))
(variable_declarator name: (identifier) @import.as
  value: [
    (_ function: (identifier) @_require arguments: [(_ . (string (string_fragment) @import.module) .) (_ . (comment) . (string (string_fragment) @import.module) .)])
    (await_expression (_ function: (import) @_require arguments: [(_ . (string (string_fragment) @import.module) .) (_ . (comment) . (string (string_fragment) @import.module) .)]))
  ] (#any-of? @_require "require" "import"))
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @import.name)
  value: [
    (_ function: (identifier) @_require arguments: [(_ . (string (string_fragment) @import.from) .) (_ . (comment) . (string (string_fragment) @import.from) .)])
    (await_expression (_ function: (import) @_require arguments: [(_ . (string (string_fragment) @import.from) .) (_ . (comment) . (string (string_fragment) @import.from) .)]))
  ] (#any-of? @_require "require" "import"))
(variable_declarator name: (object_pattern (pair_pattern key: (property_identifier) @import.name value: (identifier) @import.as))
  value: [
    (_ function: (identifier) @_require arguments: [(_ . (string (string_fragment) @import.from) .) (_ . (comment) . (string (string_fragment) @import.from) .)])
    (await_expression (_ function: (import) @_require arguments: [(_ . (string (string_fragment) @import.from) .) (_ . (comment) . (string (string_fragment) @import.from) .)]))
  ] (#any-of? @_require "require" "import"))

; Exports
(export_statement declaration: [
  (class_declaration name: (_) @export.name)
  (function_declaration name: (_) @export.name)
  (generator_function_declaration name: (_) @export.name)
  (lexical_declaration (variable_declarator name: (identifier) @export.name))
  (variable_declaration (variable_declarator name: (identifier) @export.name))])
; `export const { run, save: store } = kit`
(export_statement declaration: (_ (variable_declarator name: (object_pattern [
  (shorthand_property_identifier_pattern) @export.name
  (pair_pattern value: (identifier) @export.name)
  (object_assignment_pattern left: (_) @export.name)]))))
(export_statement declaration: (_ (variable_declarator name: (array_pattern (identifier) @export.name))))
(export_statement !source (export_clause (export_specifier name: (_) @export.value alias: (_)? @export.name)))
(export_statement "default" declaration: (_ name: (_) @export.default))
(export_statement "default" value: (_) @export.default)
(export_statement (export_clause (export_specifier name: (_) @export.imported alias: (_)? @export.name))
  source: (_ (string_fragment) @export.from))
(export_statement "*" @export.all source: (_ (string_fragment) @export.from))
(export_statement (namespace_export (_) @export.namespace) source: (_ (string_fragment) @export.from))
(assignment_expression left: (_ object: (identifier) @_module property: (property_identifier) @_property)
  right: (_) @export.equals (#eq? @_module "module") (#eq? @_property "exports"))
(assignment_expression left: (_ object: (_) @_module property: (property_identifier) @export.name)
  right: (_) @export.value (#any-of? @_module "exports" "module.exports"))
(assignment_expression left: (_ object: (identifier) @_module property: (property_identifier) @_property)
  right: (object [
    (shorthand_property_identifier) @export.name
    (pair key: (property_identifier) @export.name value: (_) @export.value)
    (method_definition name: (property_identifier) @export.name)])
  (#eq? @_module "module") (#eq? @_property "exports"))

; What may be a getter
(member_expression) @read
; Functions that are handed on by their names
(arguments [(identifier) (member_expression)] @passed)
; Kept in a list, an object or a variable of a function, given back, or one of two that is chosen.
(array [(identifier) (member_expression)] @passed)
(object (shorthand_property_identifier) @passed)
(pair value: [(identifier) (member_expression)] @passed)
[(return_statement [(identifier) (member_expression)] @passed) (yield_expression [(identifier) (member_expression)] @passed)
  (arrow_function body: [(identifier) (member_expression)] @passed)]
[(assignment_pattern right: [(identifier) (member_expression)] @passed) (object_assignment_pattern right: [(identifier) (member_expression)] @passed)]
[(ternary_expression consequence: [(identifier) (member_expression)] @passed) (ternary_expression alternative: [(identifier) (member_expression)] @passed)]
[(binary_expression "||" right: [(identifier) (member_expression)] @passed) (binary_expression "??" right: [(identifier) (member_expression)] @passed)]
(assignment_expression left: [(member_expression) (subscript_expression)] right: [(identifier) (member_expression)] @passed)
(augmented_assignment_expression right: [(identifier) (member_expression)] @passed)
(variable_declarator value: [(identifier) (member_expression)] @passed.inside)
(assignment_expression left: (identifier) right: [(identifier) (member_expression)] @passed.inside)
; `run.bind(this)`, wherever it stands.
((call_expression function: (member_expression object: [(identifier) (member_expression)] @passed property: (property_identifier) @_bind)) (#eq? @_bind "bind"))
