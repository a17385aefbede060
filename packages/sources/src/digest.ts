import * as Redacted from "effect/Redacted"
import { hash } from "node:crypto"

/** SHA-256 of a text, as 64 hexadecimal characters. */
export const digestOf = (text: string): string => hash("sha256", text)

/** Identifies one token of the settings without revealing it. */
export const tokenDigest = (source: string, token: Redacted.Redacted<string>): string =>
  digestOf(`${source} ${Redacted.value(token)}`)
