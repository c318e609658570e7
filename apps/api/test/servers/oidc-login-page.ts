export interface OidcPerson {
  email: string
  emailVerified: boolean
}

/** Plain and accessible, because browser journeys with accessibility checks pass through it. */
export function oidcLoginPage(action: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Test sign-in</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <main>
      <h1>Test sign-in</h1>
      <form method="post" action="${action}">
        <p><label for="email">E-mail</label> <input id="email" name="email" type="email" autocomplete="email"></p>
        <p><input id="verified" name="verified" type="checkbox" checked> <label for="verified">E-mail verified</label></p>
        <p>
          <button type="submit" name="do" value="sign-in">Sign in</button>
          <button type="submit" name="do" value="cancel">Cancel</button>
        </p>
      </form>
    </main>
  </body>
</html>`
}

/** The person who filled in the form, or null for one who cancelled. */
export function personFrom(form: URLSearchParams): OidcPerson | null {
  const email = form.get('email') ?? ''
  if (form.get('do') === 'cancel' || email === '') return null
  return { email, emailVerified: form.get('verified') === 'on' }
}
