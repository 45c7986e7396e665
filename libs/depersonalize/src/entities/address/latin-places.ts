import { fold } from '../../text/split-words';
import { countries } from './countries';

/** States and cities of the United States of one word: the lists of @faker-js/faker 9 (MIT), written down to be quick. */
const american = `
  Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Georgia Hawaii Idaho Illinois
  Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts Michigan Minnesota Mississippi Missouri Montana
  Nebraska Nevada Ohio Oklahoma Oregon Pennsylvania Tennessee Texas Utah Vermont Virginia Washington Wisconsin Wyoming
  Abilene Akron Alafaya Alameda Albany Albuquerque Alexandria Alhambra Allen Allentown Aloha Alpharetta Altadena
  Altoona Amarillo Ames Anaheim Anchorage Anderson Ankeny Annandale Antelope Antioch Apex Apopka Appleton Arcadia
  Arden-Arcade Arecibo Arlington Arvada Ashburn Asheville Atascocita Atlanta Attleboro Auburn Aurora Austin Avondale
  Azusa Bakersfield Baltimore Bartlett Bayamon Bayonne Baytown Beaumont Beavercreek Beaverton Bedford Belleville
  Bellevue Bellflower Bellingham Bend Bentonville Berkeley Berwyn Bethesda Bethlehem Billings Biloxi Binghamton
  Birmingham Bismarck Blacksburg Blaine Bloomington Bolingbrook Boston Bothell Boulder Bountiful Bowie Bozeman
  Bradenton Brandon Brentwood Bridgeport Bristol Brockton Brookhaven Brookline Broomfield Brownsville Bryan Buckeye
  Buffalo Burbank Burien Burke Burleson Burlington Burnsville Caguas Caldwell Camarillo Cambridge Camden Canton
  Carlsbad Carmel Carmichael Carolina Carrollton Carson Cary Casper Catonsville Centennial Centreville Ceres Cerritos
  Champaign Chandler Charleston Charlotte Charlottesville Chattanooga Cheektowaga Chesapeake Chesterfield Cheyenne
  Chicago Chico Chicopee Chino Cicero Cincinnati Clarksville Clearwater Cleveland Clifton Clovis Coachella
  Collierville Colton Columbia Columbus Compton Concord Conroe Conway Corona Corvallis Covina Cranston Cupertino
  Cypress Dallas Danbury Danville Davenport Davie Davis Dayton DeKalb DeSoto Dearborn Decatur Delano Deltona Denton
  Denver Detroit Doral Dothan Downey Draper Dublin Dubuque Duluth Dundalk Dunwoody Durham Eagan Eastvale Edina
  Edinburg Edmond Elgin Elizabeth Elkhart Elmhurst Elyria Encinitas Enid Enterprise Erie Escondido Euclid Eugene
  Euless Evanston Evansville Everett Fairfield Fargo Farmington Fayetteville Findlay Fishers Flagstaff Flint
  Florence-Graham Florin Florissant Folsom Fontana Fountainebleau Framingham Franklin Frederick Freeport Fremont
  Fresno Frisco Fullerton Gainesville Gaithersburg Galveston Gardena Garland Gary Gastonia Georgetown Germantown
  Gilbert Gilroy Glendale Glendora Glenview Goodyear Grapevine Greeley Greensboro Greenville Greenwood Gresham
  Guaynabo Gulfport Hackensack Hamilton Hammond Hampton Hanford Harlingen Harrisburg Harrisonburg Hartford Hattiesburg
  Haverhill Hawthorne Hayward Hemet Hempstead Henderson Hendersonville Hesperia Hialeah Hicksville Highland Hillsboro
  Hilo Hoboken Hollywood Homestead Honolulu Hoover Houston Huntersville Huntington Huntsville Hutchinson Independence
  Indianapolis Indio Inglewood Irondequoit Irvine Irving Jackson Jacksonville Janesville Jeffersonville Joliet
  Jonesboro Joplin Jupiter Kalamazoo Kannapolis Kearny Keller Kendall Kenner Kennewick Kenosha Kent Kentwood Kettering
  Killeen Kingsport Kirkland Kissimmee Knoxville Kokomo Lacey Lafayette Lakeland Lakeville Lakewood Lancaster Lansing
  Laredo Largo Lauderhill Lawrence Lawton Layton Leesburg Lehi Lenexa Levittown Lewisville Lexington-Fayette Lincoln
  Linden Littleton Livermore Livonia Lodi Logan Lombard Lompoc Longmont Longview Lorain Loveland Lowell Lubbock
  Lynchburg Lynn Lynwood Madera Madison Malden Manchester Manhattan Mansfield Manteca Margate Maricopa Marietta
  Marysville Mayaguez McAllen McKinney McLean Medford Melbourne Memphis Menifee Mentor Merced Meriden Meridian Mesa
  Mesquite Metairie Miami Middletown Midland Milford Millcreek Milpitas Milwaukee Minneapolis Minnetonka Minot Miramar
  Mishawaka Mission Missoula Mobile Modesto Moline Monroe Montebello Montgomery Moore Muncie Murfreesboro Murray
  Murrieta Nampa Napa Naperville Nashua Nashville-Davidson Newark Newton Noblesville Norfolk Normal Norman Norwalk
  Novato Novi O'Fallon Oakland Ocala Oceanside Odessa Ogden Olathe Olympia Omaha Ontario Orange Orem Orlando Oshkosh
  Owensboro Oxnard Palatine Palmdale Paradise Paramount Parker Parma Pasadena Pasco Passaic Paterson Pawtucket Peabody
  Pearland Pensacola Peoria Perris Petaluma Pflugerville Pharr Philadelphia Phoenix Pittsburg Pittsburgh Pittsfield
  Placentia Plainfield Plano Plantation Pleasanton Plymouth Pocatello Poinciana Pomona Ponce Pontiac Portage
  Porterville Portland Portsmouth Potomac Poway Providence Provo Pueblo Quincy Racine Raleigh Reading Redding Redlands
  Redmond Reno Renton Reston Revere Rialto Richardson Richland Richmond Riverside Riverton Riverview Roanoke Rochester
  Rockford Rocklin Rockville Rockwall Rogers Rosemead Roseville Roswell Rowlett Sacramento Saginaw Salem Salina
  Salinas Sammamish Sandy Sanford Santee Sarasota Savannah Sayreville Schaumburg Schenectady Scottsdale Scranton
  Seattle Severn Shawnee Sheboygan Shoreline Shreveport Skokie Smyrna Somerville Southaven Southfield Sparks Spokane
  Spring Springdale Springfield Stamford Stillwater Stockton Stratford Strongsville Suffolk Summerville Sunnyvale
  Sunrise Surprise Syracuse Tacoma Tallahassee Tamarac Tamiami Tampa Taunton Taylor Taylorsville Temecula Tempe Temple
  Thornton Tigard Titusville Toledo Tonawanda Topeka Torrance Towson Tracy Trenton Troy Tuckahoe Tucson Tulare Tulsa
  Turlock Tuscaloosa Tustin Tyler University Upland Urbana Urbandale Utica Vacaville Valdosta Vallejo Vancouver
  Victoria Victorville Vineland Visalia Vista Waco Waipahu Waldorf Waltham Warren Warwick Washington Waterbury
  Waterloo Watsonville Waukegan Waukesha Wauwatosa Wellington Westfield Westland Westminster Weston Wheaton Whittier
  Wichita Wilmington Wilson Winston-Salem Woodbury Woodland Worcester Wylie Wyoming Yakima Yonkers York Youngstown
  Yucaipa Yuma
`;

/** English names of countries, states and cities of one word, folded. */
export const latinPlaces: ReadonlySet<string> = new Set([
  ...[...countries].filter((name) => !name.includes(' ')),
  ...american.trim().split(/\s+/u).map(fold),
]);
