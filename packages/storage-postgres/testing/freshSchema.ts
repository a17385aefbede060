import { randomUUID } from "node:crypto"

/** A schema name that no other test, process or run uses, so that they can share one server. */
export const freshSchema = (): string => `test_${randomUUID().replaceAll("-", "")}`
