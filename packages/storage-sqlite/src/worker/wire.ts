import { StorageUnavailable } from "@daybook/kernel"
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { ErrorClass } from "./sides.ts"

/** Marks an option in a message, and an object of anyone who has this very key. */
const marker = "~daybook/option"

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const mapValues = (value: object, change: (inner: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]))

/** A value as it goes by message, which clones it: options are classes, and lose theirs. */
export const toWire = (value: unknown): unknown => {
  if (typeof value === "function" || typeof value === "symbol")
    throw new Error(`a ${typeof value} does not go by message`)
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(toWire)
  if (Option.isOption(value)) return { [marker]: Option.isSome(value) ? [toWire(value.value)] : [] }
  if (value instanceof Map) return new Map(Array.from(value, ([key, inner]) => [toWire(key), toWire(inner)]))
  if (value instanceof Set) return new Set(Array.from(value, toWire))
  if (ArrayBuffer.isView(value) || value instanceof Date) return value
  if (!isPlain(value)) throw new Error(`a ${value.constructor.name} does not go by message`)
  const plain = mapValues(value, toWire)
  return Object.hasOwn(value, marker) ? { [marker]: plain } : plain
}

/** The value that `toWire` made this of. */
export const fromWire = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(fromWire)
  if (value instanceof Map)
    return new Map(Array.from(value, ([key, inner]) => [fromWire(key), fromWire(inner)]))
  if (value instanceof Set) return new Set(Array.from(value, fromWire))
  if (!isPlain(value)) return value
  if (!Object.hasOwn(value, marker)) return mapValues(value, fromWire)
  const marked = (value as Record<string, unknown>)[marker]
  if (!Array.isArray(marked)) return mapValues(marked as object, fromWire)
  return marked.length === 0 ? Option.none() : Option.some(fromWire(marked[0]))
}

/** An error of the other thread: its log text and its cause. */
interface WireError {
  readonly name: string
  readonly message: string
  readonly stack: string
  readonly cause?: WireError
  /** The fields of an error whose class is declared: it is rebuilt from them. */
  readonly fields?: unknown
}

// An error of SQLite, within a statement's, within a store's defect.
const maxDepth = 6

const classOf = (name: string, classes: ReadonlyArray<ErrorClass>) =>
  [StorageUnavailable, ...classes].find(({ identifier }) => identifier === name)

const errorToWire = (error: unknown, classes: ReadonlyArray<ErrorClass>, depth = maxDepth): WireError => {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), stack: String(error) }
  const { cause, message, name, stack = "" } = error
  // An SQL error names its reason there.
  const inner = "reason" in error ? error.reason : cause
  const { cause: _cause, ...fields } = { ...error, message }
  return {
    name,
    message,
    stack,
    ...(inner === undefined || depth === 0 ? {} : { cause: errorToWire(inner, classes, depth - 1) }),
    ...(classOf(name, classes) === undefined ? {} : { fields: toWire(fields) }),
  }
}

const errorFromWire = (wire: WireError, classes: ReadonlyArray<ErrorClass>): Error => {
  const { cause, fields, message, name, stack } = wire
  const known = fields === undefined ? undefined : classOf(name, classes)
  const error = known === undefined ? new Error(message) : new known(fromWire(fields) as never)
  const here = (error.stack ?? "").split("\n").slice(1)
  const set = (key: string, value: unknown) =>
    Object.defineProperty(error, key, { value, configurable: true, writable: true })
  set("stack", [stack, "    in the writing thread, for the serving one:", ...here].join("\n"))
  if (known === undefined) set("name", name)
  if (cause !== undefined) set("cause", errorFromWire(cause, classes))
  return error
}

/** The outcome of a call, as it goes by message. */
export type WireExit =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reasons: ReadonlyArray<WireReason> }

interface WireReason {
  readonly kind: Cause.Reason<unknown>["_tag"]
  readonly error?: WireError
}

export const exitToWire = (
  exit: Exit.Exit<unknown, unknown>,
  classes: ReadonlyArray<ErrorClass>,
): WireExit => {
  if (Exit.isSuccess(exit)) return { ok: true, value: toWire(exit.value) }
  const reasons = exit.cause.reasons.map((reason): WireReason => {
    switch (reason._tag) {
      case "Interrupt":
        return { kind: reason._tag }
      case "Fail":
        return { kind: reason._tag, error: errorToWire(reason.error, classes) }
      case "Die":
        return { kind: reason._tag, error: errorToWire(reason.defect, classes) }
    }
  })
  return { ok: false, reasons }
}

export const exitFromWire = (
  exit: WireExit,
  classes: ReadonlyArray<ErrorClass>,
): Exit.Exit<unknown, unknown> => {
  if (exit.ok) return Exit.succeed(fromWire(exit.value))
  const reasons = exit.reasons.map(({ error, kind }) => {
    if (error === undefined) return Cause.makeInterruptReason()
    const made = errorFromWire(error, classes)
    return kind === "Fail" ? Cause.makeFailReason<unknown>(made) : Cause.makeDieReason(made)
  })
  return Exit.failCause(Cause.fromReasons(reasons))
}
