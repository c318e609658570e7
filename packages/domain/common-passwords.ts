/**
 * The commonest passwords, also French ones and our name, for the browser to answer at once. The server
 * refuses thousands more. The length rule covers shorter ones.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
    000000 00000000 01234567 0123456789 102030 111111 11111111 1111111111 112233 121212 123123 123321 123412
    12341234 12344321 123454321 123456 1234567 12345678 123456789 1234567890 1234567891 123456789a 12345679
    123456a 12345a 1234qwer 123654 123abc 123qwe 131313 147258 147258369 159357 159753 1q2w3e 1q2w3e4r 1q2w3e4r5t
    1qaz2wsx 1qazxsw2 222222 22222222 258456 333333 444444 456789 555555 55555555 654321 666666 7777777 789456
    789456123 888888 88888888 987654 987654321 9876543210 999999 a123456 a12345678 aa123456 aaaaaa abc123
    abc12345 abcd1234 abcdef abcdefg access admin123 administrator alexandre amanda amelie andrea andrew apple123
    arsenal asdf1234 asdfgh asdfghjkl ashley asshole austin azerty azerty123 azerty1234 azertyuiop babygirl
    bailey banana barcelona baseball batman biteme blaster bonjour bonjour1 bordeaux brandon buster camille
    canada caramel caroline changeme charlie charlie1 cheese chelsea chocolat chouchou christophe computer cookie
    corvette cotation cotation1 cotation123 coucou dallas daniel default diamond doudou dragon ferrari flower
    football football1 fortnite france frederic freedom fuckme fuckyou george ginger google guest123 hammer
    hannah harley heather hello123 hellohello honda123 hunter iloveyou iloveyou1 iloveyou2 internet isabelle
    jasmine jennifer jerome jessica jetaime jetaime1 jordan joseph joshua juliette justin juventus killer letmein
    letmein1 liverpool login123 loulou love123 lovely loveme lovers maggie manager manufacture marine marseille
    martin master master123 matrix matthew maverick melanie mercedes merlin michael michelle minecraft monkey
    monkey123 motdepasse mustang naruto nathalie nicolas nicole nothing number1 olivier orange p@ssw0rd p@ssword
    papillon pass123 pass1234 passw0rd password password! password1 password12 password123 passwort pepper
    phoenix pokemon porsche poupette princess princess1 princesse prototype purple q1w2e3r4 qazwsx qsdfgh
    qsdfghjklm qwe123 qweasd qweasdzxc qwer1234 qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwertyuiop qwertz
    ranger realmadrid robert root123 samantha samsung sandrine scooby sebastien secret service shadow silver
    snoopy soccer soleil sophie spider spiderman starwars stephane summer sunshine sunshine1 superman superman1
    taylor test123 test1234 testtest thomas thunder tigger toor123 toulouse toyota trustno1 vanille victoria
    welcome welcome1 welcome123 whatever william wxcvbn yankees yellow zxcvbn zxcvbnm
  `
    .trim()
    .split(/\s+/),
)
