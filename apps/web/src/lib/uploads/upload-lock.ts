/** Lets one tab at a time send a file: two would undo each other's offsets. Undefined where another tab has it. */
export async function holdUpload(uploadId: string): Promise<(() => void) | undefined> {
  // Plain-HTTP installations have no locks; the server's own lock then makes the second tab wait.
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
