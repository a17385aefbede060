import { takingOwn } from "@daybook/kernel"
import * as Layer from "effect/Layer"
import * as Access from "./access/index.ts"
import * as Attending from "./attending/index.ts"
import * as Collecting from "./collecting/index.ts"
import * as Images from "./images/index.ts"
import * as Kernel from "./kernel/index.ts"
import * as Listening from "./listening/index.ts"
import * as Places from "./places/index.ts"
import * as Profiles from "./profiles/index.ts"
import * as Reading from "./reading/index.ts"
import * as Running from "./running/index.ts"
import * as Watching from "./watching/index.ts"

export * as Access from "./access/index.ts"
export * as Attending from "./attending/index.ts"
export * as Collecting from "./collecting/index.ts"
export * as Images from "./images/index.ts"
export * as Kernel from "./kernel/index.ts"
export * as Listening from "./listening/index.ts"
export * as Places from "./places/index.ts"
export * as Profiles from "./profiles/index.ts"
export * as Reading from "./reading/index.ts"
export * as Running from "./running/index.ts"
export * as Watching from "./watching/index.ts"

const shared = Layer.mergeAll(Access.layer(), Images.layer(), Kernel.layer(), Profiles.layer())

/** The ports that stand beside the domains: versions, syncs, tokens, keys, limits, images and profiles. */
export const common = takingOwn(shared)

/** The calls that write to them. */
export const commonCalls = [...Access.calls, ...Images.calls, ...Kernel.calls, ...Profiles.calls]

const everything = Layer.mergeAll(
  shared,
  Attending.layer(),
  Collecting.layer(),
  Listening.layer(),
  Places.layer(),
  Reading.layer(),
  Running.layer(),
  Watching.layer(),
)

/** Every storage port. */
export type Ports = Layer.Success<typeof everything>

/**
 * Every storage port, in the memory of this process: for tests, and for programs that embed a domain and have
 * nothing to keep. Each time it is built it is empty. A program of one domain takes that domain's layer alone.
 *
 * Pass your own stores as one layer; they replace ours: `MemoryStorage.layer(mine)`.
 */
export const layer = takingOwn(everything)
