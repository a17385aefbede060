import { type EpochMillis, isWebUrl } from "@daybook/kernel"
import * as Duration from "effect/Duration"
import type { FailedImage } from "./model.ts"

const encoder = new TextEncoder()

/** True for a stored URL that may have an image: one that every store can index. */
export const isWebAddress = (url: string): boolean => isWebUrl(url) && encoder.encode(url).length <= 2_000

const firstWait = Duration.toMillis("1 hour")
const maxWait = Duration.toMillis("30 days")

/**
 * The time when a failed image is tried again: an hour later, then after four times as long each time, up to 30 days.
 */
export const retryAt = ({ tries, triedAt }: FailedImage): EpochMillis =>
  triedAt + Math.min(firstWait * 4 ** (tries - 1), maxWait)

/** True if a failed image may be retried, even if the clock was set back since its last attempt. */
export const mayRetry = (failed: FailedImage, now: EpochMillis): boolean =>
  now < failed.triedAt || retryAt(failed) <= now
