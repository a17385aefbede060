// As src/main.ts does: the compiler serves only the schemas that are made after it.
import "effect/schema/SchemaJITCompiler/enable"
