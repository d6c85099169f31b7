# frozen_string_literal: true

# What a run of a Ruby program calls in a repository, one JSON list a line, added to those of other runs; ruby_told.py
# reads them:
#
#     TOLD_OF=CLONE TOLD=/tmp/seen.json ruby -I CLONE/lib -r.../bench/graph-compilers/ruby_calls.rb PROGRAM ...
#
# A line: path and line of the call, what the frame there is called, the method that it stands in, the method that is
# called, path and line of that.
require "json"

module Told
  ROOT = File.realpath(ENV.fetch("TOLD_OF")) + "/"
  SEEN = {}

  HOOK = TracePoint.new(:call) do |at|
    next unless at.path.start_with?(ROOT)
    from, around = caller_locations(2, 2)
    next unless from&.path&.start_with?(ROOT)
    # A method that is written in C stands on the line of its caller.
    inside = around && around.path == from.path && around.lineno == from.lineno ? around.label : from.label
    SEEN[[from.path, from.lineno, from.label, inside, at.method_id, at.path, at.lineno]] = true
  end

  at_exit do
    HOOK.disable
    File.open(ENV.fetch("TOLD"), "a") { |out| SEEN.each_key { |seen| out.puts JSON.generate(seen) } }
  end
  HOOK.enable
end
