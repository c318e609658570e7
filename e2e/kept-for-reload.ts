import type { Page } from '@playwright/test'

/** What this tablet has kept for a reload: the files that the page has not kept yet, and the kept answers. */
export async function keptForReload(page: Page) {
  return page.evaluate(async () => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    const needed = [...loaded.filter((name) => name.includes('/manufacture/assets/')), '/manufacture/staff/work']
    const found = await Promise.all(needed.map((address) => caches.match(address)))
    const missing = needed.filter((_, i) => !found[i])

    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'staff.kept-answers')) return { missing, answers: [] }
    const answers = await new Promise<string[]>((resolve, reject) => {
      const opening = indexedDB.open('staff.kept-answers')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const reading = opening.result.transaction('answers').objectStore('answers').getAllKeys()
        reading.onsuccess = () => {
          opening.result.close()
          resolve(reading.result.map(String))
        }
      }
    })
    return { missing, answers: answers.map((hash) => String(JSON.parse(hash)[1])) }
  })
}
