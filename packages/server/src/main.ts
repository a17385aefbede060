// The compiler for schemas comes first: it compiles only schemas that are made after it.
import "effect/schema/SchemaJITCompiler/enable"
import "./cli.ts"
