import type { ApiKey, Scope, Share } from "@daybook/access"

/** The holder of a key, or of the token of a share. */
export type Holder = ApiKey | Share

/** The rights of a holder. A share has those of a read key, at its own address. */
export const scopeOf = (holder: Holder): Scope => ("scope" in holder ? holder.scope : "read")

/** The requests of a holder in 60 seconds, where the record says so. */
export const limitOf = (holder: Holder): number | undefined =>
  "scope" in holder ? holder.rateLimit : undefined

/** The subject under which a holder's requests are counted. */
export const subjectOf = (holder: Holder): string => `${"scope" in holder ? "key" : "share"} ${holder.id}`
