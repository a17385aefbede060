import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The model of `EMBEDDINGS_MODEL=local`: 50 languages, 384 dimensions, 118 MB (Reimers and Gurevych 2020). */
export const localModel = "Xenova/paraphrase-multilingual-MiniLM-L12-v2"

/** The files of a model that are needed. */
export const modelFiles = [
  "config.json",
  "tokenizer.json",
  "tokenizer_config.json",
  "onnx/model_quantized.onnx",
]

/** Written next to a model's files once all are there: the SHA-256 of each, in hexadecimal. */
const recordFile = "digests.json"

export type Digests = Readonly<Record<string, string>>

export const recordIn = (folder: string, model: string): string => join(folder, model, recordFile)

/** The SHA-256 of bytes, in hexadecimal. */
export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

const again = "run daybook model fetch"

/** The sentence that says that a model's files are not all there. Whether they are as they were fetched is not checked. */
export const missingModel = (folder: string, model: string): string | undefined =>
  [recordIn(folder, model), ...modelFiles.map((file) => join(folder, model, file))].every(existsSync)
    ? undefined
    : `the model ${model} is not there: ${again}`

/** Fails where a model's files are not all there, each as it was fetched. */
export const checkModel = (folder: string, model: string): void => {
  const read = (path: string) => {
    try {
      return readFileSync(path)
    } catch (cause) {
      throw new Error(`the model ${model} is not there: ${again}`, { cause })
    }
  }
  const digests: Digests = JSON.parse(read(recordIn(folder, model)).toString())
  for (const file of modelFiles) {
    if (sha256(read(join(folder, model, file))) !== digests[file]) {
      throw new Error(`${file} of the model ${model} is damaged: ${again}`)
    }
  }
}
