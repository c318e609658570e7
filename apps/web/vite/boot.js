/*
 * Runs before the first paint. Sets the visitor's colour scheme, shows the prerendered page if there
 * is one for the address and the language, else a skeleton with the title of the page, and starts
 * the app: right after the first paint of a prerendered page, so that a slow connection shows it
 * before it loads the code; elsewhere at once. The build fills in `files`; the development server
 * starts the app itself.
 */
;((root, files) => {
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const scheme = read('mantine-color-scheme-value')
  if (scheme === 'light' || scheme === 'dark') root.dataset.mantineColorScheme = scheme
  if (!files) return

  const preload = (href) => {
    const link = document.createElement('link')
    const isStyle = href.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) {
      link.as = 'style'
      // As the app's loader asks for it: the browser reuses only what was fetched in the same mode.
      link.crossOrigin = ''
    }
    link.href = href
    document.head.append(link)
  }
  // For the app's loader, which takes a style sheet with a link for present. In the page itself even a
  // disabled link would be fetched.
  const markInlineStyles = () => {
    for (const style of document.querySelectorAll('style[data-file]')) {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.disabled = true
      link.href = style.dataset.file
      document.head.append(link)
    }
  }
  const nextTask = () => new Promise((resolve) => setTimeout(resolve))
  let isStarted = false
  // One file after the other, each in its own task: the page stays responsive in between.
  const start = async () => {
    if (isStarted) return
    isStarted = true
    markInlineStyles()
    for (const script of files.scripts) {
      await import(script)
      await nextTask()
    }
  }
  const whenParsed = (then) => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', then, { once: true })
    else then()
  }

  /*
   * Files that a visitor chooses or drops before the app has taken over are kept until a page asks
   * for them (`PageDrop`). Without this the browser would open a dropped file instead of the page.
   */
  const keepEarlyFiles = () => {
    let isAppReady = false
    const waiting = []
    const pass = (replay) => {
      if (isAppReady) replay()
      else waiting.push(replay)
    }

    const hold = (event) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const keepDrop = (event) => {
      hold(event)
      if (!event.defaultPrevented) return
      // Read now, because the browser clears the data after the event.
      const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.() ?? null)
      const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }))
      const dataTransfer = { types: ['Files'], files: [...event.dataTransfer.files], items }
      pass(() => dispatchEvent(Object.assign(new Event('drop', { cancelable: true }), { dataTransfer })))
    }

    // The visitor may choose after the app has replaced the field whose dialog is open.
    const keepChoice = ({ currentTarget: early }) => {
      const isFolder = early.hasAttribute('webkitdirectory')
      pass(() => {
        const fields = [...document.querySelectorAll('#root input[type=file]')]
        const field = fields.find((one) => one.hasAttribute('webkitdirectory') === isFolder)
        if (!field) return
        field.files = early.files
        field.dispatchEvent(new Event('change', { bubbles: true }))
      })
    }

    addEventListener('dragover', hold)
    addEventListener('drop', keepDrop)
    whenParsed(() => {
      for (const field of document.querySelectorAll('#landing input[type=file]')) {
        field.addEventListener('change', keepChoice)
      }
    })

    const handOver = () => {
      isAppReady = true
      removeEventListener('dragover', hold)
      removeEventListener('drop', keepDrop)
      for (const replay of waiting) replay()
    }
    addEventListener('filesawaited', handOver, { once: true })
  }

  /*
   * A click on a button of the prerendered page before the app has taken over is repeated
   * afterwards: on a slow connection the visitor is faster than the code. Links work by themselves.
   * A file dialog opens at once: later, the browser would not let a script open it.
   */
  const replayEarlyPress = () => {
    let pressed = null
    const same = (button) => button.ariaLabel === pressed.ariaLabel && button.textContent === pressed.textContent
    const remember = (event) => {
      const button = event.target.closest?.('#landing button')
      if (!button) return
      const field = button.nextElementSibling
      if (field?.matches('input[type=file]')) field.click()
      else pressed = button
    }
    addEventListener('click', remember, true)
    const watch = new MutationObserver(() => {
      if (document.getElementById('landing')) return
      watch.disconnect()
      removeEventListener('click', remember, true)
      if (pressed) [...document.querySelectorAll('#root button')].find(same)?.click()
    })
    whenParsed(() => watch.observe(document.getElementById('root'), { childList: true }))
  }

  const path = location.pathname.replace(/^\/manufacture/, '')
  const page = files.pages.find(({ pattern }) => new RegExp(pattern).test(path))

  // The code and the texts of the page, which the entry would ask for only once it runs. After the
  // first paint, which they would delay.
  const preloadPage = (language) => {
    const numbers = page?.files[language] ?? []
    requestAnimationFrame(() =>
      setTimeout(() => {
        for (const number of numbers) preload(files.addresses[number])
      }),
    )
  }

  // Screen readers announce the title when the document arrives, before the app knows the page.
  const showTitle = (language) => {
    const title = page?.title[language]
    document.title = title ? `${title} | Cotation` : 'Cotation'
    whenParsed(() => {
      const heading = document.querySelector('#skeleton h1')
      if (heading && title) heading.textContent = title
    })
  }

  // The first date format of a page takes a phone longer than rendering a list. It is created while
  // the page waits for its code, after the first paint.
  const prepareDates = () => requestAnimationFrame(() => setTimeout(() => new Intl.DateTimeFormat()))

  const search = new URLSearchParams(location.search)
  const language = search.get('lang') ?? read('language') ?? 'fr'
  const isHomeAddress = /^\/manufacture(\/(quote|home)?)?\/?$/.test(location.pathname)
  const isProject = /^\/manufacture\/quote\/[0-9a-f-]{36}\/?$/.test(location.pathname)
  if (isHomeAddress || isProject) keepEarlyFiles()

  const isDefaultHome =
    isHomeAddress && (search.get('technology') ?? '3d-printing') === '3d-printing' && !search.has('material')
  // The server has put another page in place of the quote home.
  const isPrerendered = 'prerendered' in root.dataset
  const isLanding = (isDefaultHome || isPrerendered) && language === root.lang
  if (!isLanding) {
    showTitle(language)
    for (const script of files.scripts) preload(script)
    preloadPage(language)
    prepareDates()
    whenParsed(start)
    return
  }
  root.dataset.landing = ''
  replayEarlyPress()
  whenParsed(() => {
    const afterPaint = (_entries, observer) => {
      observer.disconnect()
      for (const href of isDefaultHome ? [...files.scripts, ...files.texts] : files.scripts) preload(href)
      start()
    }
    new PerformanceObserver(afterPaint).observe({ type: 'paint', buffered: true })
    // A background tab never paints, and must start as well.
    if (document.hidden) start()
    // Some browsers report no paint, and a late one must not hold the app back.
    setTimeout(start, 1500)
  })
})(document.documentElement, null)
