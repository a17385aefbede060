import type { Allowance } from "@daybook/access"
import type * as Clock from "effect/Clock"
import { bearerKey } from "./access/bearerKey.ts"
import { failed } from "./failures.ts"
import type { Head } from "./head.ts"
import { isForProtocol } from "./routing/splitTarget.ts"

/** The rules of another protocol's API: where the gate finds keys and how errors look. */
export interface Protocol {
  /** The beginning of its paths, such as `/apis/listenbrainz/`. */
  readonly path: `/apis/${string}/`
  /** The key that the headers of a request show. */
  readonly keyOf: (request: Head) => string | undefined
  /** An error in its form. */
  readonly failed: typeof failed
  /** Headers of every response, in addition to the activity API's. */
  readonly headers: (allowance: Allowance, clock: Clock.Clock) => Readonly<Record<string, string>>
  /** The scheme that a 401 requests. */
  readonly scheme: string
}

/** The rules of any API. */
export type ApiConventions = Omit<Protocol, "path">

const activity: ApiConventions = {
  keyOf: bearerKey,
  failed,
  headers: () => ({}),
  scheme: "Bearer",
}

/** Finds the rules for a path: the activity API's if no protocol has it. */
export const protocolsOf =
  (protocols: ReadonlyArray<Protocol>) =>
  (url: string): ApiConventions =>
    (isForProtocol(url) ? protocols.find(({ path }) => `${url}/`.startsWith(path)) : undefined) ?? activity
