"""Runs tests until one fails and writes what that one called, as VizTracer does: Chrome trace events.

    python3 record.py OUT PYTEST_ARGUMENTS...

Recorded is the test's call alone, without its fixtures. Writes nothing where no test fails.
"""

import json
import sys
import time

import pytest


class Recorder:
    def __init__(self, out):
        self.out = out

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item):
        events, stack = [], []

        def profile(frame, event, _):
            now = time.perf_counter_ns() / 1000
            if event == "call":
                code = frame.f_code
                name = getattr(code, "co_qualname", code.co_name)
                stack.append((f"{name} ({code.co_filename}:{code.co_firstlineno})", now))
            elif event == "return" and stack:
                name, begin = stack.pop()
                events.append({"ph": "X", "pid": 1, "tid": 1, "name": name, "ts": begin, "dur": now - begin})

        sys.setprofile(profile)
        outcome = yield
        sys.setprofile(None)
        if outcome.excinfo is not None and not issubclass(outcome.excinfo[0], pytest.skip.Exception):
            with open(self.out, "w", encoding="utf-8") as file:
                json.dump({"traceEvents": events}, file)


sys.exit(pytest.main(["-q", "-x", "-p", "no:cacheprovider", *sys.argv[2:]], plugins=[Recorder(sys.argv[1])]))
