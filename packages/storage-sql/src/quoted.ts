/** A name as SQL writes it, whatever characters it has. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
