import { WorkspaceId, WorkspaceKeyId } from "@daybook/profiles"

/** The time at which requests of tests arrive. */
export const noon = Date.UTC(2026, 6, 15, 12)

/** The place of the profiles of tests. */
export const home = { workspace: WorkspaceId.make("home"), version: "live" } as const

/** Who erases a profile in tests. */
export const erasing = {
  requestId: crypto.randomUUID(),
  key: WorkspaceKeyId.make(1),
  keyName: "a key",
  hashOf: (distinctId: string) => distinctId,
}
