import * as Arbitrary from "effect/Arbitrary"
import { gzipSync } from "node:zlib"
import {
  type Change as TargetChange,
  changed,
  changes as targetChanges,
  unfitHosts,
} from "../../http/test/middleware/targetText.ts"
import { planted } from "../test/daybook.ts"
import { type JsonSchema, type Parameter, type Route, routes } from "./definition.ts"
import type { Change } from "./mutation.ts"
import { oneOf } from "./storm.ts"
import { inAddress, jsonValues, numbers, parameters, texts, times } from "./unfit.ts"

/** The workspace that requests of the profile API are made for. */
export const workspace = "ws_hostile"

/** A generated request: the valid one, and its faults. */
export interface Made {
  readonly route: Route
  readonly caller: string
  readonly method: string
  /** The changed parameters. */
  readonly parameters: ReadonlyArray<{ readonly name: number; readonly value: number; readonly how: string }>
  /** Pieces that are put into its target. */
  readonly target: ReadonlyArray<TargetChange>
  /** The changed values of the body. */
  readonly fields: ReadonlyArray<Change & { readonly at: number }>
  /** A body instead of the valid one. */
  readonly body: string
  readonly framing: string
  readonly header: ReadonlyArray<readonly [name: string, value: string]>
}

const usually = <A, B>(usual: A, others: ReadonlyArray<B>, times: number) =>
  oneOf<A | B>([...Array.from({ length: others.length * times }, () => usual), ...others])

const callers = ["read", "none", "wrong", "other"] as const

const keys: Readonly<Record<string, ReadonlyArray<string>>> = {
  admin: [planted.adminKey],
  read: [planted.readKey],
  wrong: ["planted-wrong-key-0123456789abcdef"],
  other: [`${"k".repeat(8_000)}`],
}

const manySpaces = gzipSync(" ".repeat(4 * 1024 * 1024))

/** Bodies that are empty, malformed, or full of needless fields. */
export const wholeBodies: Readonly<Record<string, string | Buffer>> = {
  "": "",
  spaces: " \r\n\t",
  "no JSON": "not json",
  null: "null",
  list: "[]",
  text: '"x"',
  number: "1",
  cut: '{"a":',
  deep: `${"[".repeat(10_000)}${"]".repeat(10_000)}`,
  "deep object": `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
  prototype: '{"__proto__":{"a":1},"constructor":null}',
  "byte order mark": "\ufeff{}",
  "UTF-16": Buffer.from("\ufeff{}", "utf16le"),
  "not UTF-8": Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  NUL: '{"a\0":1}',
  "past 1 MiB": `{"a":"${"x".repeat(1_100_000)}"}`,
  "past 4 MiB": `{"$once":{"a":"${"x".repeat(4_300_000)}"},"distinct_id":"a"}`,
  "many fields": `{${Array.from({ length: 5_000 }, (_, index) => `"f${index}":${index}`).join(",")}}`,
  form: "name=a&scope=read",
  // A gigabyte of spaces.
  "gzip bomb": Buffer.concat(Array.from({ length: 256 }, () => manySpaces)),
  gzip: Buffer.from("1f8b08000000000000ff03000000000000000000", "hex"),
}

const framings = ["chunked", "drip", "cut", "cut chunk", "too short"] as const

const hostileHeaders: ReadonlyArray<readonly [string, string]> = [
  ["Accept", "text/html;q=NaN"],
  ["Accept-Encoding", "gzip;q=0,*;q=2,br;;"],
  ["Connection", "Upgrade, HTTP2-Settings"],
  ["Upgrade", "h2c"],
  ["Upgrade", "websocket"],
  ["HTTP2-Settings", "AAMAAABkAARAAAAAAAIAAAAA"],
  ["Expect", "100-continue"],
  ["If-None-Match", '*, W/"x", "'],
  ["If-None-Match", `"${"x".repeat(5_000)}"`],
  ["If-Modified-Since", "Thu, 31 Dec 9999 23:59:59 GMT"],
  ["Range", "bytes=0-18446744073709551615"],
  ["Origin", "null"],
  ["Origin", "https://é.example\t"],
  ["Access-Control-Request-Method", "GET"],
  ["Cookie", `a=${"b".repeat(6_000)}`],
  ["Content-Type", ""],
  ["Content-Type", "application/json; charset=utf-16"],
  ["Content-Type", "application/x-www-form-urlencoded"],
  ["Content-Type", "multipart/form-data"],
  ["Content-Type", 'multipart/form-data; boundary=""'],
  ["Content-Type", `multipart/form-data; boundary=${"b".repeat(300)}`],
  ["Content-Type", "multipart/form-data; boundary=x"],
  ["Content-Type", "text/plain"],
  ["Content-Type", "é/é;;;="],
  ["Content-Encoding", "gzip"],
  ["Content-Encoding", "br"],
  ["Content-Encoding", "gzip, gzip"],
  ["X-Forwarded-For", "é, \x01, 999.1.1.1"],
  ["X-Forwarded-For", "1, ".repeat(1_000)],
  ["Forwarded", 'for="[::1'],
  ["X-HTTP-Method-Override", "DELETE"],
  ["Authorization", "Bearer"],
  ["Authorization", "Basic Og=="],
  ["Authorization", `Bearer ${"😀".repeat(20)}`],
  ["Idempotency-Key", ""],
  ["Idempotency-Key", "k"],
  ["Idempotency-Key", "é".repeat(255)],
  ["Idempotency-Key", "k".repeat(256)],
  ["X-Webhook-Secret", "wrong"],
  ["traceparent", "00-zz-zz-zz"],
  ["X-Request-Id", "x".repeat(3_000)],
  ...unfitHosts.map((host) => ["Host", host] as const),
  ["TE", "trailers, deflate;q=0.5"],
]

const methods = [
  "HEAD",
  "OPTIONS",
  "PUT",
  "PATCH",
  "TRACE",
  "DELETE",
  "POST",
  "GET",
  "PROPFIND",
  "M-SEARCH",
  "FOO",
]

const manners = ["value", "value", "value", "value", "missing", "empty", "twice", "many"] as const
const changes = ["value", "value", "value", "value", "missing", "null", "twice", "listed", "extra"] as const

// A sync takes as long as a hundred other requests, and the next one waits for it.
const weighted = routes.flatMap((route) =>
  Array.from({ length: route.path.includes("/sync/") ? 1 : 8 }, () => route),
)

const madeParameters = Arbitrary.all({
  name: oneOf([0, 1, 2, 3, 4, 5, 6]),
  value: oneOf(Array.from({ length: 2 * parameters.length }, (_, index) => index)),
  how: oneOf(manners),
})

const madeFields = Arbitrary.all({
  at: oneOf(Array.from({ length: 20 }, (_, index) => index)),
  value: oneOf(jsonValues),
  how: oneOf(changes),
})

/** Requests of every route, with none to a few faults. */
export const requests: Arbitrary.Arbitrary<Made> = Arbitrary.map(
  Arbitrary.all({
    route: oneOf(weighted),
    caller: usually("admin", callers, 3),
    method: usually(undefined, methods, 15),
    parameters: Arbitrary.array(madeParameters, { maxLength: 2 }),
    target: targetChanges,
    isTargetFit: oneOf([true, true, true, true, false]),
    fields: Arbitrary.array(madeFields, { maxLength: 2 }),
    body: usually("fit", Object.keys(wholeBodies), 8),
    framing: usually("length", framings, 3),
    header: usually(undefined, hostileHeaders, 2),
  }),
  ({ header, isTargetFit, method, target, ...made }) => ({
    ...made,
    target: isTargetFit ? [] : target,
    header: header === undefined ? [] : [header],
    method: method ?? made.route.method,
  }),
)

/** A value that is valid by a schema of the definition. */
export const fitting = ({
  anyOf,
  description = "",
  enum: values,
  items,
  properties,
  type,
}: JsonSchema): unknown => {
  if (values !== undefined) return values[0]
  if (anyOf !== undefined) return fitting(anyOf[0] ?? {})
  if (type === "object")
    return Object.fromEntries(
      Object.entries(properties ?? { a: { type: "string" } }).map(([name, one]) => [name, fitting(one)]),
    )
  if (type === "array") return [fitting(items ?? {})]
  if (type === "integer" || type === "number") return 1
  if (type === "boolean") return true
  return description.includes("YYYY-MM-DD") ? "2090-01-01" : "text"
}

/** Valid path parameters. The id of a key is unknown, so that the test's own keys survive. */
const pathValue = (route: Route, name: string): string => {
  if (route.path === "/v1/admin/keys/{id}") return "424242"
  return (
    {
      wsid: workspace,
      version: "live",
      size: "small",
      year: "2024",
      hash: "ab".repeat(32),
      distinct_id: "someone",
    }[name] ?? "1"
  )
}

/** The headers of a caller. */
export const authorizationOf = ({ caller, route }: Pick<Made, "caller" | "route">): ReadonlyArray<string> => {
  const isOurs = caller === "admin" || (caller === "read" && route.api === "activity")
  const key = isOurs && route.api === "notify" ? [planted.notifyKey] : (keys[caller] ?? [])
  return [
    ...key.map((one) => `Authorization: Bearer ${one}`),
    ...(isOurs && route.path.includes("webhooks") ? [`X-Webhook-Secret: ${planted.webhookSecret}`] : []),
  ]
}

/** Half of the values are nearly valid, the others arbitrary. */
const unfitFor = ({ name, schema }: Parameter, value: number): string => {
  const at = Math.floor(value / 2)
  const near =
    schema.enum?.map(String) ??
    (schema.type === "integer" ? numbers : /^(?:date|from|to)$/.test(name) ? times : texts)
  const list = value % 2 === 0 ? near.filter((one) => one.length < 5_000).map(inAddress) : parameters
  return list[at % list.length] ?? ""
}

/** The address of the request. */
export const targetOf = ({ parameters: unfit, route, target: changes }: Made): string => {
  const query: Array<string> = []
  const path = new Map(
    route.parameters.filter((one) => one.in === "path").map(({ name }) => [name, pathValue(route, name)]),
  )
  for (const { how, name: index, value: at } of unfit) {
    const parameter = route.parameters[index % Math.max(1, route.parameters.length)]
    if (parameter === undefined) continue
    const { name } = parameter
    const value = unfitFor(parameter, at)
    if (parameter.in === "path") {
      // A generated id may be that of one of the test's own keys.
      const isKeyOfOurs = route.path === "/v1/admin/keys/{id}" && /^0*\d{1,4}$/.test(decodable(value))
      path.set(name, how === "missing" || how === "empty" ? "" : isKeyOfOurs ? "424242" : value)
    } else if (parameter.in === "query" && how !== "missing") {
      const written = how === "empty" ? `${name}=` : `${name}=${value}`
      query.push(...Array.from({ length: how === "twice" ? 2 : how === "many" ? 200 : 1 }, () => written))
    }
  }
  const target = route.path.replace(/\{(\w+)\}/g, (_, name: string) => path.get(name) ?? "")
  return changed(query.length === 0 ? target : `${target}?${query.join("&")}`, changes)
}

const decodable = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
