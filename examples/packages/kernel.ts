import { dayOf, paginate, resolveDateRange } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Result from "effect/Result"

const zone = DateTime.zoneMakeNamedUnsafe("Europe/Lisbon")

/** A day is the owner's: in summer it begins an hour before UTC's. */
export const day = Result.getOrThrow(resolveDateRange({ date: "2026-07-15" }, zone))

export const lateEvening = dayOf(Date.UTC(2026, 6, 14, 23, 30), zone)

export const pagination = paginate({ page: 2, limit: 50 }, 120)
