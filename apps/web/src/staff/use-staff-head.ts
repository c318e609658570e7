import { useEffect } from 'react'

/** The title of the window, and a hint for search engines, which have no business here. */
export function useStaffHead(title: string): void {
  useEffect(() => {
    document.title = `${title} | Cotation`
  }, [title])

  useEffect(() => {
    const robots = document.createElement('meta')
    robots.name = 'robots'
    robots.content = 'noindex'
    document.head.append(robots)
    return () => robots.remove()
  }, [])
}
