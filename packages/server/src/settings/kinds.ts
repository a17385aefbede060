import { latestBeginning, Setting } from "@daybook/kernel"
import { hostsIn } from "@daybook/storage-postgres/beforeOpening"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as IpNetwork from "effect/net/IpNetwork"

const listOf = (text: string) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "")

/** Texts that no one may see, with commas between them. None is left out: an empty one is a mistake. */
export const secrets = Setting.kind(
  "one or several comma-separated texts",
  (text) => text.split(",").map((item) => Redacted.make(item.trim())),
  { isPrivate: true },
)

export const port = Setting.wholeNumber(0, 65_535, "a port")

/** The number of processes that serve; `auto` for one a processor. */
export const listeners = Setting.kind("auto, or a whole number from 1 to 64", (text) => {
  const count = Number(text)
  if (text === "auto") return text
  return /^\d+$/.test(text) && count >= 1 && count <= 64 ? count : undefined
})

export const seconds = Setting.wholeNumber(1, 3_600, "a whole number of seconds from 1 to 3600")

/** The place of the data. An empty text means a file in `DATA_DIR`. */
export const database = Setting.kind(
  "postgres://…, memory: or unset",
  (text) => {
    if (text === "") return { kind: "file" } as const
    if (text === "memory:") return { kind: "memory" } as const
    return hostsIn(text) !== undefined ? ({ kind: "postgres", url: Redacted.make(text) } as const) : undefined
  },
  { isPrivate: true },
)

export const schemaName = Setting.kind("a name of letters, digits and _", (text) =>
  /^[a-z_][a-z0-9_]{0,62}$/i.test(text) ? text : undefined,
)

/** True for a text that is a sealing key. */
export const isSealingKey = (key: string): boolean => /^[0-9a-f]{64}$/i.test(key)

export const sealingKey = Setting.kind(
  "64 hexadecimal characters",
  (text) => (isSealingKey(text) ? Redacted.make(text) : undefined),
  { isPrivate: true },
)

export const networks = Setting.kind("addresses such as 10.0.0.1 or 10.0.0.0/8", (text) => {
  const networks: Array<IpNetwork.IpNetwork> = []
  for (const item of listOf(text)) {
    const network = IpNetwork.fromString(
      item.includes("/") ? item : `${item}/${item.includes(":") ? 128 : 32}`,
    )
    if (Result.isFailure(network)) return undefined
    networks.push(network.success)
  }
  return networks
})

/** Origins of browsers, without the slash that may follow them. */
export const origins = Setting.kind("origins such as https://example.org", (text) => {
  const origins = listOf(text).map((item) => item.replace(/\/$/, ""))
  return origins.every((item) => URL.canParse(item) && new URL(item).origin === item) ? origins : undefined
})

export const timeZone = Setting.kind("an IANA time zone such as Europe/Lisbon", (text) =>
  Option.getOrUndefined(DateTime.zoneMakeNamed(text)),
)

/** The hour at which days begin, as `04:00`. */
export const dayBeginning = Setting.kind("a full hour from 00:00 to 06:00", (text) => {
  const hours = /^0(\d):00$/.exec(text)?.[1]
  return hours !== undefined && Number(hours) <= latestBeginning ? Number(hours) : undefined
})

/** A language, or `auto`. */
export const language = Setting.kind("auto, or a language tag such as en or pt-BR", (text) => {
  try {
    return text === "auto" ? text : Intl.getCanonicalLocales(text)[0]
  } catch {
    return undefined
  }
})

/** A URL for others, without a trailing slash. */
export const publicUrl = Setting.kind("an http or https address without a query", (text) => {
  const url = Option.getOrUndefined(Setting.address.parse(text))
  return url?.search === "" && url.hash === "" && url.username === "" && url.password === ""
    ? url.href.replace(/\/$/, "")
    : undefined
})

/** The addresses of map tiles, with the places of their zoom, column and row. They may hold a key. */
export const tiles = Setting.kind(
  "an http or https address with {z}, {x} and {y} in its path or query",
  (text) =>
    /^https?:\/\/[\w.:[\]-]+\/\S*$/.test(text) &&
    URL.canParse(text) &&
    ["{z}", "{x}", "{y}"].every((part) => text.includes(part))
      ? text
      : undefined,
  { isPrivate: true },
)

/** The base URL of a collector, before OTLP's paths. */
export const collector = Setting.kind(
  "an http or https address without a query",
  (text) => {
    const url = Option.getOrUndefined(Setting.address.parse(text))
    return url?.search === "" && url.hash === "" ? url : undefined
  },
  { isPrivate: true },
)
