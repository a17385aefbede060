/** The name of a model's field in JSON and SQL: `siteName` is `site_name`. */
export const snakeCase = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The name of the model's field that has this name in JSON. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
