// Run once by the mongo image when the data directory is empty, as root: the one user of the services, for one database.
db.getSiblingDB('medley').createUser({
  user: 'medley',
  pwd: process.env.MONGO_PASSWORD,
  roles: [{ role: 'readWrite', db: 'medley' }],
});
