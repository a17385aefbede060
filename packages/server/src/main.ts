// The compiler for schemas comes first: it serves only what is made after it.
import "effect/schema/SchemaJITCompiler/enable"
import "./cli.ts"
