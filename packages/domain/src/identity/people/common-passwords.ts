/** Parts that common passwords are made of, from published lists of leaked ones; compared in lower case. */
export const commonPasswords: readonly string[] = `
password passwort passw0rd p@ssword p@ssw0rd pass1234 letmein welcome welcome1 qwerty qwertyuiop qwertz asdfgh asdfghjkl
zxcvbn zxcvbnm 1q2w3e4r 1qaz2wsx qazwsx abc123 abcd1234 iloveyou monkey dragon sunshine princess football baseball
basketball superman batman trustno1 master shadow michael jennifer jordan hunter ranger buster soccer hockey killer
george charlie andrew thomas robert daniel matthew joshua ashley amanda jessica nicole hannah samsung computer internet
whatever starwars freedom mustang maggie ginger pepper cookie summer winter spring autumn orange purple silver golden
diamond changeme change-me default admin administrator root owner operator guest test1234 testing secret hello123
login access service console insurance broker agency policy company office google facebook linkedin microsoft windows
january february march april june july august september october november december monday tuesday wednesday thursday
friday saturday sunday 0000 1111 1234 12345 123456 1234567 12345678 123456789 1234567890 0987654321 987654321 654321
121212 123123 123321 111111 222222 555555 666666 777777 888888 999999 000000 112233 2020 2021 2022 2023 2024 2025 2026
2027
`
  .trim()
  .split(/\s+/u);
