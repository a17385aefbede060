import type * as english from "./messages/en.ts"

/** Texts of the same names, and functions of the same parameters, as the English ones. */
type Texts<English> = English extends string
  ? string
  : English extends (...given: infer Given) => infer Said
    ? (...given: Given) => Texts<Said>
    : { readonly [Name in keyof English]: Texts<English[Name]> }

/** Every text of the page. */
export type Messages = Texts<typeof english>
