import { InvalidInput, isStorableText, unstorableText } from "@daybook/kernel"

/** The reason why a text of a request is not taken, by its field; undefined if it is. `longest` is in UTF-16 units. */
export const faultOfText = (field: string, value: string, longest: number): InvalidInput | undefined => {
  const fault = (why: string) => new InvalidInput({ field, message: `${field}: ${why}` })
  if (value.length > longest) return fault(`must have at most ${longest} characters`)
  return isStorableText(value) ? undefined : fault(unstorableText)
}
