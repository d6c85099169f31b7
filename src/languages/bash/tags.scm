; Definitions
(function_definition name: (word) @name.word body: (_) @body) @function

; Calls: whatever is written like a name may be a function
((command name: (command_name (word) @callee)) (#match? @callee "^[A-Za-z_][A-Za-z0-9_:-]*$"))
((command name: (command_name (word) @_trap) . argument: (word) @callee)
  (#eq? @_trap "trap") (#match? @callee "^[A-Za-z_][A-Za-z0-9_:-]*$"))

; Files that are read into this one, with all that they say, and files that run
((command name: (command_name (word) @import.all) . argument: (_) @import.from)
  (#any-of? @import.all "source" "."))
((command name: (command_name (word) @_shell) . argument: (_) @import.module)
  (#any-of? @_shell "bash" "sh" "exec") (#match? @import.module "\\.(ba)?sh\"?$"))
((command name: (command_name (_) @import.module)) (#match? @import.module "\\.(ba)?sh\"?$"))
