import type { RequestId } from "@daybook/profiles"
import { hash } from "node:crypto"

/** The number of lanes. Stored data depends on it: it never changes. */
export const lanes = 256

/** The lane of a profile: the first byte of the SHA-256 of its distinct id in UTF-8, as `lane_of` gives it in SQL. */
export const laneOf = (distinctId: string): number =>
  // Each request needs one: text of a whole hash takes a quarter of the time of its bytes.
  Number.parseInt(hash("sha256", distinctId).slice(0, 2), 16)

/** The lane that the id of a request names: that of its first profile, unless a merge led the profile's id elsewhere. */
export const laneOfRequest = (id: RequestId): number => Number.parseInt(id.slice(-2), 16)
