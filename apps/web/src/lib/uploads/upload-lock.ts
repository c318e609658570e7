/**
 * Lets only one tab send a file, because two would reset each other's offset. Undefined if another
 * tab has the lock.
 */
export async function holdUpload(uploadId: string): Promise<(() => void) | undefined> {
  // There are no locks over plain HTTP; the server's own lock then makes the second tab wait.
  if (!('locks' in navigator)) return () => {}
  return new Promise((resolve) => {
    navigator.locks
      .request(`upload-${uploadId}`, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined)
        return new Promise<void>((release) => resolve(() => release()))
      })
      .catch(() => resolve(() => {}))
  })
}
