import * as Arbitrary from "effect/Arbitrary"

// Properties draw the same values on each run, so that a change that passed once passes again. To look for more:
// `PROPERTY_SEED=$RANDOM npm test`; a failure prints what repeats it.
Arbitrary.configureGlobal({ check: { seed: process.env["PROPERTY_SEED"] ?? "daybook" } })
