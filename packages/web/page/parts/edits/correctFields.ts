import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"

type Types = Answer<"edits", "types">["data"]

/** A type of item that the owner may edit, as the server describes it. */
export type EditedType = Types[number]

/** A field of a form: its name, and how it is filled in. */
export type Field = Pick<EditedType["fields"][number], "choices" | "form" | "name">

const none: Types = []

/**
 * The types of items that the owner may edit on this server; none while they are read, or for a key that may not edit.
 */
export const useEditedTypes = (isAdmin: boolean): Types =>
  useRead<Answer<"edits", "types">>(isAdmin ? "/v1/admin/edits/types" : undefined).data?.data ?? none
