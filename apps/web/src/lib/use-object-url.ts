import { useEffect, useState } from 'react'

/** An address under which an `<img>` shows a fetched file. It is freed after the unmount. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()

  useEffect(() => {
    if (!file) return
    const created = URL.createObjectURL(file)
    setUrl(created)

    return () => URL.revokeObjectURL(created)
  }, [file])

  return url
}
