#!/bin/sh
# Make the two recordings anew, from texts of our own, by Debian's flite, espeak-ng and ffmpeg.
set -eu
cd "$(dirname "$0")"
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT

n=10
say_en() { n=$((n + 1)); flite -voice "$1" -t "$2" -o "$parts/$n.wav"; }
say_ru() { n=$((n + 1)); espeak-ng -s 150 -v "$1" -p "$2" -w "$parts/$n.wav" "$3"; }

# join FILE: what was said since the last call, as one recording.
join() {
  for part in "$parts"/*.wav; do echo "file '$part'"; done > "$parts/list"
  ffmpeg -y -loglevel error -f concat -safe 0 -i "$parts/list" -ar 16000 -ac 1 -codec:a libmp3lame -b:a 24k "$1"
  rm "$parts"/*
}

say_en slt 'Good morning, city library. Mary Johnson speaking. How can I help you?'
say_en rms 'Hello. My name is David Miller. I would like to renew my library card.'
say_en slt 'Of course. What is your date of birth, and where can I reach you?'
say_en rms 'May fifth, nineteen eighty four. My phone number is five five five, zero one four two.'
say_en slt 'Thank you. Your card is good for another year.'
join library-call-en.mp3

say_ru ru+f3 60 'Доброе утро, городская библиотека. Меня зовут Мария Иванова, чем могу помочь?'
say_ru ru+m3 30 'Здравствуйте. Я Дмитрий Петров. Хочу продлить читательский билет.'
say_ru ru+f3 60 'Конечно. Назовите дату рождения и телефон.'
say_ru ru+m3 30 'Пятое мая тысяча девятьсот восемьдесят четвёртого года. Телефон восемь девятьсот шестнадцать сто двадцать три сорок пять шестьдесят семь.'
say_ru ru+f3 60 'Спасибо. Билет продлён на год.'
join library-call-ru.mp3
