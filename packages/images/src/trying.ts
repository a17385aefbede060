import { type EpochMillis, isStorableText } from "@daybook/kernel"
import * as Duration from "effect/Duration"
import type { FailedImage } from "./model.ts"

const encoder = new TextEncoder()

/** Whether an address is one that may have a picture: http or https, and of a length that every store can keep. */
export const isWebAddress = (url: string): boolean =>
  /^https?:\/\//i.test(url) && URL.canParse(url) && isStorableText(url) && encoder.encode(url).length <= 2_000

const firstWait = Duration.toMillis("1 hour")
const longestWait = Duration.toMillis("30 days")

/** When a picture that could not be had is tried again: an hour later, then after four times as long each time, up to 30 days. */
export const triedAgainAt = ({ tries, triedAt }: FailedImage): EpochMillis =>
  triedAt + Math.min(firstWait * 4 ** (tries - 1), longestWait)

/** Whether a picture may be tried again; a clock that was set back since its last try must not keep it waiting. */
export const mayBeTried = (failed: FailedImage, now: EpochMillis): boolean =>
  now < failed.triedAt || triedAgainAt(failed) <= now
