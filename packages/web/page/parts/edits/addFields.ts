import type { EditedType, Field } from "./correctFields.ts"

/** A type of item that is added manually. */
export interface AddedType {
  /** Its name in URLs. */
  readonly name: string
  readonly domain: string
  readonly type: string
  /** The route that takes it. */
  readonly path: string
  readonly fields: ReadonlyArray<Field & { readonly is_needed: boolean }>
}

const field = (name: string, form: Field["form"], isNeeded: boolean) => ({
  name,
  form,
  choices: [],
  is_needed: isNeeded,
})

/** Records that are found at Discogs and added to the collection there. */
const vinyl = (name: string, fields: AddedType["fields"]): AddedType => ({
  name,
  domain: "collecting",
  type: "record",
  path: "/v1/admin/collecting/vinyl",
  fields,
})

const ways = [
  vinyl("discogs", [
    field("artist", "text", true),
    field("title", "text", true),
    field("year", "number", false),
  ]),
  vinyl("release", [field("collection_release_id", "number", true)]),
]

/** What can be added manually on a server with these types. */
export const addedTypesOf = (types: ReadonlyArray<EditedType>): ReadonlyArray<AddedType> => {
  const added = types.filter(({ is_added: isAdded }) => isAdded)
  return [
    ...added.map(({ domain, fields, type }, at) => ({
      // Types of two domains may have one name.
      name: added.findIndex((other) => other.type === type) === at ? type : `${domain}-${type}`,
      domain,
      type,
      path: `/v1/admin/${domain}/${type}`,
      fields: fields.filter((one) => one.is_added),
    })),
    ...(added.some(({ domain }) => domain === "collecting") ? ways : []),
  ]
}
