import { useEffect } from 'react'

/**
 * The title of the window, a hint for search engines, which have no business here, and the mark that
 * gives headings the font of the text. The server sets the mark too, before the first paint.
 */
export function useStaffHead(title: string): void {
  useEffect(() => {
    document.title = `${title} | Cotation`
  }, [title])

  useEffect(() => {
    const robots = document.createElement('meta')
    robots.name = 'robots'
    robots.content = 'noindex'
    document.head.append(robots)
    document.documentElement.dataset.staff = ''
    return () => {
      robots.remove()
      delete document.documentElement.dataset.staff
    }
  }, [])
}
