import { useId } from "preact/hooks"
import type { ItemImage } from "../../data/responses.ts"
import { localTime } from "../../format.ts"
import { messages } from "../../messages.ts"
import type { Field } from "./correctFields.ts"
import { ImageField, revertOf } from "./imageField.tsx"

const { correct } = messages

/** The text of a value in its field. Times are in the owner's time zone; browsers drop seconds that are 0. */
const textOf = (form: Field["form"], value: unknown): string => {
  if (value === undefined || value === null || value === "") return ""
  if (form === "names") return Array.isArray(value) ? value.join(", ") : String(value)
  if (form === "time") return localTime(String(value)).replace(/:00$/, "")
  if (form === "day") return String(value).slice(0, 10)
  return String(value)
}

/** The value of a text. An empty number, time or choice restores the sources' value. */
const valueOf = (form: Field["form"], text: string): unknown => {
  switch (form) {
    case "text":
    case "long":
      return text
    case "flag":
      return text === "" ? null : text === "true"
    case "names":
      return text
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "")
    case "number":
      return text === "" ? null : Number(text)
    default:
      return text === "" ? null : text
  }
}

/** The fields of a form that differ from the known values. */
export const correctionIn = (
  fields: ReadonlyArray<Field>,
  known: Readonly<Record<string, unknown>>,
  values: FormData,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields.flatMap(({ form, name }) => {
      if (values.has(revertOf(name))) return [[name, null]]
      const text = String(values.get(name) ?? "").trim()
      return text === textOf(form, known[name]).trim() ? [] : [[name, valueOf(form, text)]]
    }),
  )

/** The field of a form that a correction may change. */
export const FieldInput = ({
  field: { choices: told, form, name },
  image,
  needed,
  value,
}: {
  readonly field: Field
  readonly value: unknown
  /** The image that the item has now. */
  readonly image?: ItemImage | undefined
  /** For a new item: true if the field is required. */
  readonly needed?: boolean
}) => {
  const id = useId()
  if (name === "image_url") return <ImageField name={name} image={image} mayRevert={needed === undefined} />
  const text = textOf(form, value)
  const named = { id, name, required: needed === true }
  const choices = form === "flag" ? ["true", "false"] : form === "choice" ? told : undefined
  return (
    <div>
      <label for={id}>{correct.field(name)}</label>
      {choices === undefined ? undefined : (
        <select {...named}>
          <option value="" selected={text === ""}>
            {needed === undefined ? correct.asTold : correct.unsaid}
          </option>
          {choices.map((choice) => (
            <option key={choice} value={choice} selected={choice === text}>
              {correct.choice(choice)}
            </option>
          ))}
        </select>
      )}
      {form === "long" ? <textarea {...named} rows={3} defaultValue={text} /> : undefined}
      {form === "number" ? <input {...named} type="number" step="any" defaultValue={text} /> : undefined}
      {form === "time" ? <input {...named} type="datetime-local" step={1} defaultValue={text} /> : undefined}
      {form === "day" ? <input {...named} type="date" defaultValue={text} /> : undefined}
      {form === "text" || form === "names" ? (
        <input {...named} autocomplete="off" defaultValue={text} />
      ) : undefined}
      {form === "names" ? <p class="quiet small">{correct.names}</p> : undefined}
    </div>
  )
}
