import { Setting } from "@daybook/kernel"

/** The settings of an embedding service. */
export const settings = Setting.group("Embeddings", {
  url: {
    name: "EMBEDDINGS_URL",
    kind: Setting.address,
    needed: true,
    meaning:
      "an OpenAI-compatible API, such as https://api.openai.com/v1, which receives the beginning of each article; unset: the built-in embedder, which sends nothing",
  },
  key: {
    name: "EMBEDDINGS_KEY",
    kind: Setting.secret,
    meaning: "the key of that API, where it asks for one",
  },
  model: {
    name: "EMBEDDINGS_MODEL",
    kind: Setting.text,
    default: "text-embedding-3-small",
    meaning: "the model; another model needs all articles embedded again",
  },
})
