#!/usr/bin/env node
await import("../src/conformance/main.ts")
