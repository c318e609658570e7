const chunkBytes = 8 * 1024 * 1024
const keys = new WeakMap<Blob, Promise<string>>()

/**
 * Equal for files with equal bytes, whatever their names. Computed once per file, because each of
 * two hundred files of the same size is compared with all others.
 */
export function contentKey(file: Blob): Promise<string> {
  const key = keys.get(file) ?? hashedKey(file)
  keys.set(file, key)
  return key
}

/** Hashed in chunks, because the file may not fit in memory. */
async function hashedKey(file: Blob): Promise<string> {
  const digests: Uint8Array[] = []
  for (let from = 0; from < file.size; from += chunkBytes) {
    const chunk = await file.slice(from, from + chunkBytes).arrayBuffer()
    digests.push(new Uint8Array(await crypto.subtle.digest('SHA-256', chunk)))
  }

  return digests.map((digest) => digest.join('.')).join(' ')
}
