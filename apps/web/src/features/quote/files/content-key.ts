const chunkBytes = 8 * 1024 * 1024

/**
 * Equal for files with equal bytes, whatever their names. Hashed in chunks, because the file may not
 * fit in memory.
 */
export async function contentKey(file: Blob): Promise<string> {
  const digests: Uint8Array[] = []
  for (let from = 0; from < file.size; from += chunkBytes) {
    const chunk = await file.slice(from, from + chunkBytes).arrayBuffer()
    digests.push(new Uint8Array(await crypto.subtle.digest('SHA-256', chunk)))
  }

  return digests.map((digest) => digest.join('.')).join(' ')
}
