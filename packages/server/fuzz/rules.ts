import { planted } from "../test/daybook.ts"
import { originForm, type Route } from "./definition.ts"
import type { Reply } from "./wire.ts"

const secrets = Object.values(planted)

/** Patterns that only occur in a stack, a statement, a path or a setting. */
const inside = [
  /\bat .+\(?(?:file:|node:|\/)[^ ]*:\d+:\d+/,
  /\bnode_modules\b/,
  /\.ts:\d+/,
  /\b(?:select .+ from|insert into|update .+ set|delete from) /i,
  /\b(?:syntax error at|invalid byte sequence|violates \w+ constraint|relation "|column "|SqlError|PgError)/i,
  /\/(?:tmp|home|root|work|usr|var)\//,
  /\[object \w+\]/,
  /postgres(?:ql)?:\/\//,
]

// Answers without an operation: a path has other methods (405, or 204 to a preflight), or the parser refuses the bytes.
const outside = new Set([204, 400, 404, 405, 408, 417, 431])

const fail = (rule: string, { body, status }: Reply): never => {
  throw new Error(`${rule}: ${status} ${body.slice(0, 1_000)}`)
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isErrorOf = (api: Route["api"], status: number, json: unknown): boolean => {
  if (json === null || typeof json !== "object") return false
  const { length } = Object.keys(json)
  if (api === "notify")
    return (
      length === 2 &&
      "_message" in json &&
      typeof json._message === "string" &&
      "status" in json &&
      json.status === "error"
    )
  return (
    length === 2 &&
    "error" in json &&
    typeof json.error === "string" &&
    json.error !== "" &&
    "status" in json &&
    json.status === status
  )
}

/** Fails where a response reveals internals. */
export const showsNothing = (reply: Reply): void => {
  const told = `${JSON.stringify(reply.headers)}\n${reply.body}`
  for (const pattern of inside) if (pattern.test(told)) fail(`shows its inside (${pattern})`, reply)
  for (const secret of secrets) if (told.includes(secret)) fail("shows a secret", reply)
}

/** Fails where an error lacks the form of its API's errors. */
export const errorInForm = (api: Route["api"], reply: Reply): void => {
  if (!/^application\/json\b/.test(reply.headers["content-type"] ?? ""))
    fail("an error that is not JSON", reply)
  if (!isErrorOf(api, reply.status, parse(reply.body))) fail("an error in another form", reply)
}

/** Fails where a browser may guess what a response is. */
export const saysItsType = (reply: Reply): void => {
  if (reply.headers["x-content-type-options"] !== "nosniff") fail("no X-Content-Type-Options", reply)
}

/** Fails where a target that is not a path and a query, or a `Host` that no URL can have, gets further than the gate. */
export const refusesUnfit = (target: string, hosts: ReadonlyArray<string>, reply: Reply): void => {
  const sent = originForm(target)
  // The host of a URL replaces `Host`.
  const isHostUnfit = hosts.length > 0 && sent === target
  const isUnfit = /^[^/]|[^!-~]|[#"<>]|%(?![0-9a-f]{2})/i.test(sent)
  if ((isUnfit || isHostUnfit) && !/^(400|408|417|431)$/.test(String(reply.status))) {
    fail(`unfit, and answered (${target.slice(0, 200)}, ${hosts.join()})`, reply)
  }
}

/** Checks every rule for the response to a readable request. */
export const holds = (api: Route["api"], route: Route | undefined, method: string, reply: Reply): void => {
  showsNothing(reply)
  saysItsType(reply)
  const { headers, status } = reply
  // A route may document that its work can fail; a defect is another matter.
  if (status >= 500 && reply.body.includes("Internal error")) fail("a defect", reply)
  const bodiless = method === "HEAD" || status === 204 || status === 304
  if (status >= 400 && !bodiless) errorInForm(api, reply)
  if (route === undefined) {
    if (!outside.has(status)) fail("a response where nothing is", reply)
  } else {
    if (!route.answers.has(status)) fail(`${route.method} ${route.path} does not document this`, reply)
    const fits = route.answers.get(status)
    if (fits !== undefined && !bodiless && !fits(parse(reply.body))) {
      fail(`${route.method} ${route.path} answers what its definition does not say`, reply)
    }
  }
  if (!bodiless && reply.body !== "" && headers["content-type"] === undefined) fail("no Content-Type", reply)
  if (api !== "activity" || headers["x-request-id"] === undefined) return
  for (const name of ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]) {
    if (!/^\d+$/.test(headers[name] ?? "")) fail(`no ${name}`, reply)
  }
  if (headers["cache-control"] === undefined) fail("no Cache-Control", reply)
}
