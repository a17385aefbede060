import type { Head } from "../head.ts"

/** The key of `Authorization: Bearer <key>`, with `Bearer` in any case. */
export const keyIn = (headers: Readonly<Record<string, string | undefined>>) =>
  /^bearer +(\S+)\s*$/i.exec(headers["authorization"] ?? "")?.[1]

/** The key that a request shows. */
export const bearerKey = ({ headers }: Head) => keyIn(headers)
